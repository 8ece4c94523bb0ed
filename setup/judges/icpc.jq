# Rows for tokfix mine, from three endpoints of the ICPC's Contest API: $s has the submissions, $j
# the judgements, $c the source code (of DOMjudge: files in Base64). The last judgement counts, and
# the first file.
($j[0] | map({key: .submission_id, value: .judgement_type_id}) | from_entries) as $verdict
| ($c[0] | reverse | map({key: .submission_id, value: .source | @base64d}) | from_entries) as $code
| $s[0][]
| . + {verdict: $verdict[.id], code: $code[.id]}
