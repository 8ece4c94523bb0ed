# Skips the case that reads this where no program can be isolated (tests/golden/run.sh).
unshare --user --map-root-user --mount --pid --net --ipc --uts --cgroup --fork true 2>/dev/null || {
    echo "skipped: golden ${CASE##*/}, because this machine gives no user namespaces" >&2
    exit 77
}
