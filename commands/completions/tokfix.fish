# Completions of tokfix for fish. tokfix itself says what a word may be.
function __tokfix_complete
    set -l words (commandline -opc) (commandline -ct)
    command $words[1] complete $words[2..-1] 2>/dev/null
end
function __tokfix_wants_paths
    test (__tokfix_complete)[1] = paths
end
complete -c tokfix -f -n 'not __tokfix_wants_paths' -a '(__tokfix_complete | tail -n +2)'
complete -c tokfix -F -n __tokfix_wants_paths
