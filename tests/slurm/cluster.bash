# A Slurm of one node in a folder of its own, beside whatever Slurm or munge the machine runs: own
# key, socket, ports and configuration. To be sourced; needs no root, systemd, database or cgroups.
#
#   cluster_start FOLDER CPUS   starts munged, slurmctld and slurmd; sets SLURM_CONF for the clients
#   cluster_stop                ends them with everything that they started; FOLDER stays
#
# FOLDER must be absolute and short: the path of a socket has 107 bytes at most.

PATH=$PATH:/usr/sbin:/sbin
cluster_folder=

# until_true SECONDS COMMAND...: waits until the command succeeds; fails when it has not by then.
until_true() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$deadline" ] || return 1
        sleep 0.1
    done
}

port_is_free() { ! (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

free_port() {
    local port
    while port=$((20000 + RANDOM % 12000)); do
        port_is_free "$port" && echo "$port" && return
    done
}

# The node has what the tests ask for, whatever the machine has. A requeued job waits for as long as
# a credential lives: five seconds, the least there is, instead of two minutes.
cluster_configure() { # CPUS
    local user
    user=$(id -un)
    cat >"$cluster_folder/slurm.conf" <<END
ClusterName=tokfix
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$cluster_folder/munge.socket,cred_expire=5
StateSaveLocation=$cluster_folder/state
SlurmdSpoolDir=$cluster_folder/spool
SlurmctldPidFile=$cluster_folder/slurmctld.pid
SlurmdPidFile=$cluster_folder/slurmd.pid
SlurmctldLogFile=$cluster_folder/slurmctld.log
SlurmdLogFile=$cluster_folder/slurmd.log
SlurmctldDebug=debug
SlurmdDebug=debug
PlugStackConfig=/dev/null
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2
MpiDefault=none
ReturnToService=2
KillWait=10
SlurmdParameters=config_overrides
NodeName=node NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=$1 RealMemory=64000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    # Nothing here uses cgroups, but to look for their version fails where they are not mounted.
    echo CgroupPlugin=cgroup/v1 >"$cluster_folder/cgroup.conf"
}

cluster_answers() { scontrol ping 2>/dev/null | grep -q ' UP'; }
cluster_is_up() { [ "$(sinfo -h -o %t 2>/dev/null)" = idle ]; }

cluster_start() { # FOLDER CPUS
    local variable
    cluster_folder=$1
    for variable in $(compgen -e | grep -E '^(SLURM|SBATCH|SRUN|SALLOC|SCANCEL|SQUEUE|SINFO)_'); do
        unset "$variable" # we may be a job ourselves
    done
    mkdir -p "$cluster_folder/state" "$cluster_folder/spool"
    chmod 755 "$cluster_folder"
    cluster_configure "$2"
    (umask 077 && head -c 1024 /dev/urandom >"$cluster_folder/munge.key")
    export SLURM_CONF=$cluster_folder/slurm.conf
    munged --force --socket="$cluster_folder/munge.socket" --key-file="$cluster_folder/munge.key" \
        --pid-file="$cluster_folder/munged.pid" --log-file="$cluster_folder/munged.log" \
        --seed-file="$cluster_folder/munged.seed" &&
        slurmctld -c && slurmd -N node && until_true 30 cluster_is_up
}

# All jobs are cancelled first: daemons leave the steps that run.
cluster_is_empty() { [ -z "$(squeue -h 2>/dev/null)" ] && cluster_is_up; }

# A daemon that nobody waits for stays as a zombie.
ended() { ! grep -q '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$1/status" 2>/dev/null; }

# Processes that were started with our configuration: steps that outlived their daemon.
cluster_strays() {
    local file
    for file in /proc/[0-9]*/environ; do
        tr '\0' '\n' 2>/dev/null <"$file" | grep -qxF "SLURM_CONF=$cluster_folder/slurm.conf" &&
            echo "${file//[!0-9]/}"
    done
}

cluster_stop() {
    local daemon pid
    [ -n "$cluster_folder" ] || return 0
    if cluster_answers; then
        scancel --quiet --user="$(id -un)" 2>/dev/null
        until_true 20 cluster_is_empty
    fi
    for daemon in slurmd slurmctld munged; do
        pid=$(cat "$cluster_folder/$daemon.pid" 2>/dev/null) || continue
        kill "$pid" 2>/dev/null && { until_true 10 ended "$pid" || kill -9 "$pid"; }
    done
    for pid in $(cluster_strays); do
        [ "$pid" = $$ ] || kill -9 "$pid" 2>/dev/null
    done
    cluster_folder=
}
