# Makes the help of a command, commands/help/NAME.txt, to the text that is printed: lines are filled
# to 80 columns, lists aligned. `name` is the name of the command.
#
# A line is a paragraph, or an item of a list: the term, a tab, the explanation. Two blanks continue
# the line before; in the examples, lines stay as they are. `@FILE` is the lines of a file. A part
# begins with `# HEADING`. The
# first line of the result is the summary; {options} marks the place of the options. Lines before
# the first heading stay as they are.

function blanks(n) { return sprintf("%" n "s", "") }

# Fills lines with the words of `text` after `line`, which has the first words.
function fill(line, text, indent,    n, i, words, is_first) {
    n = split(text, words, " ")
    is_first = 1
    for (i = 1; i <= n; i++) {
        if (!is_first && length(line) + 1 + length(words[i]) > 80) {
            print line
            line = blanks(indent)
            is_first = 1
        }
        line = line (is_first ? "" : " ") words[i]
        is_first = 0
    }
    print line
}

function item(term, text, indent) {
    if (length(term) > width) {
        print blanks(indent) term
        fill(blanks(indent + 4), text, indent + 4)
    } else
        fill(sprintf("%s%-" width + 2 "s", blanks(indent), term), text, indent + width + 2)
}

# Prints the lines of a part. The items of a list are as wide as the longest term, but for very
# long ones.
function part(indent,    i, k, tab, term) {
    for (i = 1; i <= n_lines; i++) {
        tab = index(lines[i], "\t")
        if (!tab) {
            width = -1
            if (lines[i] == "" || is_typed)
                print (lines[i] == "" ? "" : blanks(indent) lines[i])
            else
                fill(blanks(indent), lines[i], indent)
            continue
        }
        for (k = i; width < 0 || k > i; k++) {
            if (k == i)
                width = 0
            if (k > n_lines || !index(lines[k], "\t"))
                break
            term = index(lines[k], "\t") - 1
            if (term > width && term <= 22)
                width = term
        }
        item(substr(lines[i], 1, tab - 1), substr(lines[i], tab + 1), indent)
    }
    width = -1
}

function end_part(    i) {
    while (n_lines && lines[n_lines] == "")
        n_lines--
    if (heading == "Summary")
        print lines[1]
    else if (heading == "Synopsis")
        for (i = 1; i <= n_lines; i++)
            print (i == 1 ? "Usage:" : "      ") " tokfix " name \
                (lines[i] == "" ? "" : " ") lines[i]
    else if (heading == "Text") {
        print ""
        part(0)
        print "{options}"
    } else if (heading != "") {
        print "\n" heading ":"
        part(2)
    }
    n_lines = 0
}

BEGIN { width = -1 }
/^# / {
    end_part()
    heading = substr($0, 3)
    is_typed = heading == "Examples"
    next
}
heading == "" { print; next }
/^  / && !is_typed && n_lines { lines[n_lines] = lines[n_lines] substr($0, 2); next }
/^@/ {
    for (file = substr($0, 2); (getline line < file) > 0;)
        if (line ~ /^  /)
            lines[n_lines] = lines[n_lines] substr(line, 2)
        else
            lines[++n_lines] = line
    next
}
{ lines[++n_lines] = $0 }
END { end_part() }
