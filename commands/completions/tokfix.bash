# Completions of tokfix for bash. tokfix itself says what a word may be.
_tokfix() {
    local word=${COMP_WORDS[COMP_CWORD]} kind= name
    COMPREPLY=()
    {
        read -r kind
        while IFS=$'\t' read -r name _; do COMPREPLY+=("$name"); done
    } < <("${COMP_WORDS[0]/#\~/$HOME}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    if [ "$kind" = paths ]; then
        [ "$word" != = ] || word= # bash parts --name=value at the sign
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _tokfix tokfix
