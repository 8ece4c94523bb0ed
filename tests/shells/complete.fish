# What fish completes: complete.fish SCRIPT LINE prints a candidate a line, without what it says of it.
source $argv[1]
complete -C "$argv[2]" | string replace -r '\t.*' ''
true
