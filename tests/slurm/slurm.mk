# Runs an array on a Slurm of its own. tests/slow/test_slurm.c runs the same test among the others.

.PHONY: slurm slurm-test

## make slurm-test           run an array on a Slurm of its own, with tasks killed and requeued
slurm-test: $(BINARY) slurm
	@TOKFIX="$(abspath $(BINARY))" tests/slurm/test.bash

# Slurm is a system service, so it is installed only by root.
slurm:
	@[ "$$(id -u)" -eq 0 ] && setup/dependencies.sh install slurm || \
	    echo "Slurm is missing, and only root can install it: its test will skip"
