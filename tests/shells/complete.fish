# What fish completes: complete.fish SCRIPT LINE prints a candidate per line, without descriptions.
source $argv[1]
complete -C "$argv[2]" | string replace -r '\t.*' ''
true
