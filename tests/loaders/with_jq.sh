#!/bin/sh
# jq. with_jq.sh FILE...
for path in "$@"; do
    gzip -dc "$path" | jq -r '[.id, .line, .start_byte, .repair_in_program, .category,
        (.buggy_code | @base64), (.fixed_code | @base64)] | map(tostring) | join("\t")'
done
