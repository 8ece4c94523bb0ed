# An array on a Slurm of its own. tests/slow/test_slurm.c is the same among the other tests.

.PHONY: slurm slurm-test

## make slurm-test           an array on a Slurm of its own, with tasks killed and requeued
slurm-test: $(BINARY) slurm
	@TOKFIX="$(abspath $(BINARY))" tests/slurm/test.bash

# Slurm is a system's service: it is not put on the machine of somebody who is not root.
slurm:
	@[ "$$(id -u)" -eq 0 ] && setup/dependencies.sh install slurm || \
	    echo "Slurm is missing, which only root installs: its test will skip"
