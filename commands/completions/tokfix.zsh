#compdef tokfix
# Completions of tokfix for zsh. tokfix itself says what a word may be.
_tokfix() {
    local program=${(Q)words[1]} kind name text
    local -a names
    {
        read -r kind
        while IFS=$'\t' read -r name text; do names+=("${name//:/\\:}:$text"); done
    } < <(${~program} complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    if [[ $kind == paths ]]; then
        compset -P '--*='
        _files
    else
        _describe tokfix names
    fi
}
if [ "$funcstack[1]" = _tokfix ]; then
    _tokfix "$@"
else
    compdef _tokfix tokfix
fi
