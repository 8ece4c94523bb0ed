#!/bin/sh
# completion.sh TOKFIX: prints the completions for bash, made from what TOKFIX prints as help: the
# commands, and the options of each. Everything else is completed as a path. zsh loads the file
# after `autoload -U bashcompinit; bashcompinit`.
set -eu
tokfix=$1

options() { # of one command: the words that begin a line, and those of the shared options
    "$tokfix" "$1" --help |
        sed -nE 's/^ {2,6}(-[a-z], )?(--[a-z-]+).*/\2/p; /^(--|[A-Z][a-z ]*: --)/p' |
        grep -oE -- '--[a-z][a-z-]+' | sort -u
}

commands=$("$tokfix" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p' | grep -vxE 'tokfix|help')
cat <<END
# Completions of tokfix for bash, and for zsh through bashcompinit.
_tokfix() {
    local words= word=\${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    case \${COMP_WORDS[1]} in
END
for command in $commands; do
    printf '    %s) words="%s" ;;\n' "$command" "$(echo $(options "$command"))"
done
cat <<END
    esac
    if [ "\$COMP_CWORD" -eq 1 ] || [ "\${COMP_WORDS[1]}" = help ]; then
        COMPREPLY=(\$(compgen -W "$(echo $commands) help" -- "\$word"))
    elif [[ \$word == -* ]]; then
        COMPREPLY=(\$(compgen -W "\$words" -- "\$word"))
    fi
}
complete -o default -F _tokfix tokfix
END
