# Writes the manual of a command as members of its struct command. A part begins with `# HEADING`. A
# line that begins with two blanks continues the line before it, except in the examples.
function end_part() {
    if (heading == "")
        return
    key = tolower(heading)
    sub(/ /, "_", key)
    if (key ~ /^(summary|synopsis|text|exit_status|examples|see_also)$/)
        printf "    .%s = \"%s\",\n", key, body
    else
        sections = sections "{\"" heading "\", \"" body "\"}, "
}
{ gsub(/["\\]/, "\\\\&") }
/^# / {
    end_part()
    heading = substr($0, 3)
    body = blanks = ""
    next
}
/^$/ { blanks = blanks "\\n"; next }
/^  / && heading != "Examples" { body = body substr($0, 2); next }
{
    body = body blanks (body == "" ? "" : "\\n") $0
    blanks = ""
}
END {
    end_part()
    if (sections)
        printf "    .sections = (const struct command_section[]){%s{0}},\n", sections
}
