# What zsh completes: complete.zsh SCRIPT LINE types the line into an interactive zsh, has the last
# word completed, and prints the resulting line.
zmodload zsh/zpty
export completed_file=$(mktemp -p "${SCRATCH:-/tmp}")
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell "autoload -Uz compinit bashcompinit; compinit -u -D; bashcompinit; source ${(q)1}"
zpty -w shell "tell() { zle complete-word; print -r -- \$BUFFER >| \$completed_file; exit }"
zpty -w shell "zle -N tell; bindkey '^T' tell; echo READ''Y"
while zpty -r shell line; do
    [[ $line == *READY* ]] && break
done
zpty -w -n shell "$2"$'\x14'
while zpty -r shell line; do :; done # until it exits
cat $completed_file
rm -f $completed_file
