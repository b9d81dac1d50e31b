"""`make check` reads the commits that are not on the base."""

import subprocess

import pytest

from wirebed.errors import UserError
from wirebed_checks import history

GOOD = "peers: close the pipe of a peer that has ended"
WRONG = {
    "no area": ("Close the pipe", "begins with an area"),
    "long": (f"peers: {'close the pipe ' * 5}", "characters, at most 72"),
    "two things": ("peers: close the pipe; start another", "says one thing"),
}


@pytest.fixture
def repository(tmp_path):
    """A repository with a branch `base`, and `commit(subject, files, body)` on the branch after it."""

    class Repository:
        root = tmp_path

        def git(self, *arguments):
            settings = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
            subprocess.run(["git", "-C", str(tmp_path), *settings, *arguments], check=True, capture_output=True)

        def commit(self, subject, files=1, body=""):
            for number in range(files):
                (tmp_path / f"{number}.txt").write_text(subject)
            self.git("add", "-A")
            self.git("commit", "-q", "-m", f"{subject}\n\n{body}")

        def problems(self, base="base"):
            return history.problems(tmp_path, base)

    made = Repository()
    made.git("init", "-q", "-b", "main")
    made.commit("Of old; and long ago")
    made.git("branch", "base")
    return made


def test_a_good_commit_has_no_problem(repository):
    repository.commit(GOOD)
    assert repository.problems() == []


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_is_told(repository, mistake):
    subject, told = WRONG[mistake]
    repository.commit(subject)
    (problem,) = repository.problems()
    assert told in problem and subject.strip() in problem


def test_a_commit_of_many_files_says_why(repository):
    repository.commit(GOOD, files=history.MOST_FILES + 1)
    assert "says why in its body" in repository.problems()[0]
    repository.git("reset", "-q", "--hard", "base")
    repository.commit(GOOD, files=history.MOST_FILES + 1, body="A name was a riddle.")
    assert repository.problems() == []


def test_without_a_base_no_commit_is_checked(repository):
    repository.commit("Anything")
    assert repository.problems(base=None) == []


def test_a_base_that_is_not_there_is_an_error(repository):
    with pytest.raises(UserError, match="BASE=nowhere names no commit"):
        repository.problems(base="nowhere")


def test_a_shallow_clone_passes(repository, tmp_path_factory):
    repository.commit("Anything")
    clone = tmp_path_factory.mktemp("clone") / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{repository.root}", str(clone)], check=True)
    assert history.problems(clone) == []
