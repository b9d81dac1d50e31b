"""What `make replay` costs: time, processor and memory over corpora of growing size."""
