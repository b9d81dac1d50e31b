# The user's interface: `make help` lists it. The command `wirebed` does the work; this file has only names and variables.
#
# A variable given on the command line (make golden WHY="it's $5") reaches wirebed exactly as typed, through the
# environment and not through a shell. make turns each failure into its own exit code 2; the last line of the output
# has the code of the command, with which `python/wirebed <command>` ends.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

VARIABLES := CASE FORMAT WRITER READER LANGUAGE LEGACY VALUES SEED SUITE BED INCLUDE ACCEPT ACCEPT_NEW WHY RETIRE CHECK BASE IMPORT UPGRADE_RECORDS FILE HEX MESSAGE STEP LEG OLD NEW MODE FAIL STRICT OUT BENCH CODEC BUDGET QUICK UPGRADE PEER QUESTION LONG CLIENT SERVER TRANSPORT BIND PERSONS FAN_OUT DEPTH FULL PEERS PORT CACHE CACHE_GB FRESH TIMING SET FROM TO GENERATIONS WIDEN KIND GROWTH WAY CORPUS FRAMING SCHEMAS REFERENCE RELAY MASK WITNESSES GOLDEN BROKEN MUTANTS MUTANT HELD BY PAIRS COMPILED HISTORY CLUSTER WORKERS JSON
WIREBED := python/wirebed

typed = $(filter command,$(firstword $(origin $(1))))
unknown := $(strip $(foreach name,$(filter-out $(VARIABLES) .% -% MAKE%,$(.VARIABLES)),$(if $(call typed,$(name)),$(name))))
ifneq ($(unknown),)
  $(error unknown variable $(unknown); known: $(VARIABLES))
endif
$(foreach name,$(VARIABLES),$(if $(call typed,$(name)),$(eval export WIREBED_$(name) := $$(value $(name)))))

.PHONY: help
help: ## List the commands
	@awk 'BEGIN { FS = ":[^#]*## " } /^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
	@echo "Variables: $(VARIABLES)"
	@echo "make init writes <bed>/fixtures/bed.yaml; what LANGUAGE=, FORMAT= and INCLUDE= leave open it asks on a terminal"
	@echo "make bench spends BUDGET=95 minutes on writing and reading its default workloads; BENCH='*' runs all benchmarks:"
	@echo "  populate, convert, with ' reused' (stream, buffer kept), ' cold' (first thousand), ' foreign' (others' bytes);"
	@echo "  MESSAGE= takes a message, a case, or a group of fixtures/bench/workloads.yaml (seeds, populations,"
	@echo "  articles); several with commas between"
	@echo "make evolution takes as OLD and NEW a folder, git:<ref>:<folder>, an archive (<archive>:<folder>), or a descriptor set"
	@echo "make evolution OLD= NEW= ends with 1 if a change is corrupting or worse; FAIL=lossy or FAIL=breaking move that"
	@echo "  limit, and STRICT=1 is FAIL=lossy and every hazard"
	@echo "  ACCEPT=<yaml> has what its author declares and accepts (fixtures/evolution/SAFE_CHANGE.md), and so has a comment"
	@echo "  // wirebed:accept <verdict>: <why>"
	@echo "make evolution OLD= NEW= answers for protobuf, ProtoJSON and text from the descriptors alone; FULL=1, and a FORMAT="
	@echo "  of plain classes, compile both versions"
	@echo "make lock keeps every pin that python/requirements.in and libraries.in do not contradict; UPGRADE= takes packages, with commas, or '*'"
	@echo "make peer-test checks the peers PEER='java,py*'; QUESTION='damage none/plain *' is a glob for names of questions"
	@echo "make test LONG=1 runs the tests that take minutes, too: documented upgrades, a year of a team, 100,000 random cells of"
	@echo "  each bed, known changes compiled, planted faults, the suites of others, and a million inputs for the two strict"
	@echo "  Hessian readers instead of 20,000"
	@echo "make echo sends PERSONS=1000 random Persons with FAN_OUT=2 and DEPTH=1, or the cases that CASE= takes; servers listen"
	@echo "  on loopback unless BIND=0.0.0.0 or BIND='*' says otherwise, on free ports or from PORT=12000 on"
	@echo "make upstream asks the registries for each library's newest release; without a network it runs the pinned versions;"
	@echo "  HISTORY=1 runs the programs of CASE= with the other releases, too"
	@echo "make interop and make evolution take from earlier runs what the same builds were asked before, and with OLD= NEW="
	@echo "  the report of the same inputs; FRESH=1 executes everything, and TIMING=1 takes the indicative timing again"
	@echo "make interop and make evolution with BASE=<git ref>, or the report of an older run, show and judge only what is new"
	@echo "  since then, and make golden CHECK=1 BASE=<git ref> only new faults; the commit's own run is made in build/base"
	@echo "make interop VALUES=100 draws so many random values of each message, by SEED=1, and says how many of their cells the"
	@echo "  entries predict; nothing of them is kept or pinned"
	@echo "CASE= (of cases), FORMAT=, LANGUAGE=, WRITER=, READER=, CLIENT=, SERVER= and TRANSPORT= are lists of"
	@echo "  globs: FORMAT='proto*,json', LANGUAGE=java,python, WRITER='java/*,!java/gson'; a peer of which nothing is left is not"
	@echo "  built. A bed says it in its fixtures/bed.yaml"
	@echo "make upgrade SET='com.google.code.gson:gson=2.10.1' compares today's version with that; SET=<library> FROM= TO= two"
	@echo "  versions of it; GENERATIONS='com.google.code.gson:gson=2.10.1 orjson=3.11.6' lets versions take part in other commands"
	@echo "make bisect SET='orjson' CASE= FORMAT= asks the releases from FROM= to TO= by minor line: up to 40 all, of more the"
	@echo "  first and last of each line, and between them where these differ"
	@echo "make skew asks twelve versions of libraries, each against that of today; SET='com.caucho:*,gson-*' takes some of them"
	@echo "make limits holds the largest size that each reader reads against what is pinned, ACCEPT=1 pins it, and SET= shows"
	@echo "  what another version of a library reads otherwise; KIND= is a list of globs: depth, digits, length, …"
	@echo "  GROWTH=1 measures how the time and memory of each reading grow with its bytes"
	@echo "make sweep cuts and changes each golden at every byte; WAY= is a list of globs: cut, low, high, without; ACCEPT=1 pins"
	@echo "make conformance takes as SUITE= protobuf, JSONTestSuite or W3C-XML, and as CASE= a glob of tests: 'Required.Proto3.JsonInput.*'"
	@echo "make fuzz asks random values for BUDGET= minutes, and shows each find by its smallest value; MUTANTS=1 plants faults"
	@echo "  that libraries had, each for at most BUDGET= minutes, and tells which are found; MUTANT= is a glob of their names, BY=sweep"
	@echo "  lets damaged goldens alone seek them; BROKEN=1 damages bytes, and tells where readers disagree and no entry says why"
	@echo "  SCHEMAS=1 asks 'make evolution' of PAIRS=300 random pairs of schemas, also compiled of COMPILED=60 of them, and tells where"
	@echo "  its answers do not agree"
	@echo "make replay reads every record of CORPUS=<file or folder>, in which they lie as FRAMING= says: delimited, length32,"
	@echo "  length32-le, file, lines[:<member>], lines-base64[:<member>], parquet:<column>, avro:<column>; +confluent after it"
	@echo "  where they have its header, with SCHEMAS=<yaml>. REFERENCE=java/gson is right; without it the odd one out is shown"
	@echo "  MASK='name,address*' hides the values of fields in the report, and WITNESSES=0 all of the records"
	@echo "  GOLDEN=1 proposes what it found as goldens; make bench-replay measures what replays cost, FORMAT= and WORKERS="
	@echo "PEERS=<folder> adds a peer that lies outside this repository, with its roster and entries"
	@echo "make baseline removes what is gone; ACCEPT='json:*' accepts new entries by the names that it prints, ACCEPT_NEW=1 all"
	@echo "LEGACY=0 leaves out java/legacy, the peer with old, unsafe libraries; one cell, unsupported, says so"
	@echo "CACHE=<folder> keeps builds there instead of in build/cache, for other checkouts and CI; CACHE_GB=2 is its bound"
	@echo "JSON=1 prints one JSON document on stdout when a command ends, and all else on stderr: exit code, counts, findings"
	@echo "  with file and line, reports (python/src/wirebed/bed/document.schema.json)"
	@echo "WIREBED_REPORTS=<folder> in the environment puts all reports there instead of build/report"

.PHONY: init
init: ## Write the file of your bed, <bed>/fixtures/bed.yaml, from its schemas: BED= [LANGUAGE= FORMAT= INCLUDE=]
	@$(WIREBED) init

.PHONY: interop
interop: ## Let every language read what every other wrote [CASE= FORMAT= LANGUAGE= WRITER= READER= VALUES= SEED= BASE= BED= INCLUDE= GENERATIONS= FRESH=1 TIMING=1]
	@$(WIREBED) interop

.PHONY: baseline
baseline: ## Pin what is not as expected in a bed of your own; later, remove what is gone: BED= [ACCEPT= ACCEPT_NEW=1 FRESH=1 INCLUDE=]
	@$(WIREBED) baseline

.PHONY: review
review: ## Give the unreviewed entries of a baseline their reasons, most cells first: BED= [INCLUDE=]
	@$(WIREBED) review

.PHONY: evolution
evolution: ## Show what a schema change does to data [FORMAT= LANGUAGE= WRITER= READER=] [STEP= LEG= BASE= BED= GENERATIONS= FRESH=1 TIMING=1], or OLD= NEW= [MODE= ACCEPT= FAIL= STRICT=1 FULL=1 CODEC= FRESH=1]
	@$(WIREBED) evolution

.PHONY: upgrade
upgrade: ## Show what another version of a library changes on the wire: SET= [FROM= TO=] or BASE= [CASE= FORMAT= LANGUAGE= FULL=1 WIDEN=1 BED= FRESH=1]
	@$(WIREBED) upgrade

.PHONY: bisect
bisect: ## Show between which releases of a library an answer changed: SET= CASE= FORMAT= [FROM= TO= WRITER= READER= LANGUAGE= BED= FRESH=1]
	@$(WIREBED) bisect

.PHONY: skew
skew: ## Show what differs between the versions of fixtures/upgrades/skew.yaml and those of today: [SET= CASE= FORMAT= LANGUAGE= CLUSTER= WORKERS= BED= FRESH=1]
	@$(WIREBED) skew

.PHONY: limits
limits: ## Find how deep, long and many each reader reads, against what is pinned [FORMAT= READER= LANGUAGE= KIND= ACCEPT=1 GROWTH=1 SET= GENERATIONS= BED=]
	@$(WIREBED) limits

.PHONY: conformance
conformance: ## Run protobuf's own suite, JSONTestSuite and the W3C's for XML over codecs, against what is pinned [SUITE= FORMAT= READER= LANGUAGE= CASE= ACCEPT=1 GENERATIONS=]
	@$(WIREBED) conformance

.PHONY: fuzz
fuzz: ## Show which cells of random values the entries do not predict, by small values [BUDGET=minutes SEED= CASE= FORMAT= WRITER= READER= LANGUAGE= CLUSTER= WORKERS= BED=], or MUTANTS=1 which planted faults are found [MUTANT= BY=fuzz HELD=1], or BROKEN=1 where readers of damaged bytes disagree, or SCHEMAS=1 which verdicts of schema changes do not agree [PAIRS= COMPILED= SEED=]
	@$(WIREBED) fuzz

.PHONY: sweep
sweep: ## Show what readers make of goldens that are damaged at every byte, against what is pinned [CASE= FORMAT= READER= LANGUAGE= WAY= ACCEPT=1 SET= CLUSTER= WORKERS= BED=]
	@$(WIREBED) sweep

.PHONY: replay
replay: ## Show which recorded messages are read differently: CORPUS= FRAMING= MESSAGE= FORMAT= [SCHEMAS= REFERENCE= READER= LANGUAGE= SET= RELAY=, or OLD= NEW=] [MASK= WITNESSES=0 GOLDEN=1 CLUSTER= WORKERS= BED= INCLUDE=]
	@$(WIREBED) replay

.PHONY: echo
echo: ## Send values through real connections and back [CLIENT= SERVER= TRANSPORT= FORMAT= BIND= CASE= FULL=1 BUDGET=minutes BED= INCLUDE=]
	@$(WIREBED) echo

.PHONY: changes
changes: ## Compare what OLD= NEW= says of the schema changes in fixtures/changes with the documentation [FULL=1]
	@$(WIREBED) changes

.PHONY: golden
golden: ## Add missing golden fixtures [ACCEPT= WHY= RETIRE= CHECK=1 BASE= IMPORT= UPGRADE_RECORDS=1 CASE= GENERATIONS= BED= FRESH=1]
	@$(WIREBED) golden

.PHONY: vectors
vectors: ## Read vectors from outside by every reader: FORMAT= FILE= [BED= GENERATIONS=]
	@$(WIREBED) vectors

.PHONY: report
report: ## Make one page of the newest results, build/report/index.html [BASE= OUT= BED= INCLUDE=]
	@$(WIREBED) report

.PHONY: report-picture
report-picture: ## Take pictures of the first screen of that page, as a desktop and as a phone show it
	@$(WIREBED) report-picture

.PHONY: why
why: ## Explain a payload: FORMAT= MESSAGE= HEX= or FILE=; or cells: CASE= (STEP= LEG=) FORMAT= WRITER= READER= [BED= GENERATIONS=]
	@$(WIREBED) why

.PHONY: buf
buf: ## Run `buf breaking` on every evolution step again, for fixtures/evolution/buf.yaml [BED=]
	@$(WIREBED) buf

.PHONY: peer-test
peer-test: ## Check each peer by itself against the contract; a new language starts here [PEER= QUESTION= BED= INCLUDE=]
	@$(WIREBED) peer-test

.PHONY: upstream
upstream: ## Run the reproductions of the libraries' own bugs, with the pinned and the newest versions [CASE='gson-*' HISTORY=1 FROM= TO=], or draft one: FORMAT= READER= MESSAGE= HEX= or FILE= [BED=]
	@$(WIREBED) upstream

.PHONY: claims
claims: ## Decide what the seed articles claimed, from kept results, and measure those that are missing [BUDGET=minutes BIND= FRESH=1]
	@$(WIREBED) claims

.PHONY: claims-publish
claims-publish: ## Check in the verdicts of the last `make claims`, for fixtures/results
	@$(WIREBED) claims-publish

.PHONY: test
test: ## Run everything: each language's tests, the runner's tests, interop, evolution and echo [LONG=1]
	@$(WIREBED) test

.PHONY: check
check: ## Check the format, lint, new commits, and the tables of fixtures/results against full runs [BASE=]
	@$(WIREBED) check

.PHONY: format
format: ## Fix what `make check` reports: format, and the tables of fixtures/results
	@$(WIREBED) check --fix

.PHONY: build
build: ## Build all peers against the schema [BED= INCLUDE=]
	@$(WIREBED) build

.PHONY: setup
setup: ## Install system packages (as root) and the Python environment
	@$(WIREBED) setup

.PHONY: bench
bench: ## Measure what each format costs in each language [BUDGET=minutes QUICK=1 BENCH= CODEC= MESSAGE= BED= INCLUDE=]
	@$(WIREBED) bench

.PHONY: bench-codecs
bench-codecs: ## Time the codecs of one format beside each other, as `make bench QUICK=1` does: FORMAT= [CASE= BED=]
	@$(WIREBED) bench-codecs

.PHONY: bench-compare
bench-compare: ## Show what became faster or slower since an earlier result: BASE= [FILE=]; Error 1 if something is slower
	@$(WIREBED) bench-compare

.PHONY: bench-figures
bench-figures: ## Draw the last result, as SVG and PNG [FILE= OUT=]
	@$(WIREBED) bench-figures

.PHONY: bench-replay
bench-replay: ## Measure what `make replay` costs over up to 10,000,000 generated records, and check it in [FORMAT= WORKERS= QUICK=1]
	@$(WIREBED) bench-replay

.PHONY: bench-ruler
bench-ruler: ## Compare what `make bench` measures with programs that are written by hand [BUDGET=minutes]
	@$(WIREBED) bench-ruler

.PHONY: bench-publish
bench-publish: ## Check in the last result, and the ruler's, for fixtures/results [FILE=]
	@$(WIREBED) bench-publish

.PHONY: bench-accept
bench-accept: ## Accept the sizes and allocations of the last result as the expected ones [FILE= BED=]
	@$(WIREBED) bench-accept

.PHONY: wheel
wheel: ## Build the wheel with which pip installs Wirebed without a clone, into build/dist [PEER=java]
	@$(WIREBED) wheel

.PHONY: clean
clean: ## Remove what was built, reported and kept in build/cache; the environment of setup stays
	@if [ -x build/venv/bin/wirebed ]; then $(WIREBED) clean; fi

.PHONY: lock
lock: ## Update the locks of python/ to requirements.in and libraries.in; other pins stay [UPGRADE=package or '*']
	@$(WIREBED) lock
