# What bash completes: complete.bash SCRIPT WORD... prints a candidate a line.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_tokfix
printf '%s\n' "${COMPREPLY[@]}"
