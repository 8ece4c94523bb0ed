# The shares and the comparisons of a score, as the old and the new program print them.
def figures: [.right, .share, .low, .high, .boot_low, .boot_high];
if .shares then
  [.shares[]
    | select(.language == null)
    | select(.score | IN("joint", "localisation", "repair", "false_positive"))
    | [.system, .category, .score, .k, .n] + figures]
  + [.baselines[].comparison]
else
  [., .baselines[]
    | .name as $s
    | (.bugs[] | .category as $c | .n as $n | .ranks[] | .k as $k
        | to_entries[]
        | select(.value | type == "object")
        | [$s, $c, .key, $k, (.value.n // $n)] + (.value | figures)),
      (.false_positives | .n as $n | .ranks[]
        | [$s, "correct", "false_positive", .k, $n] + (.flagged | figures))]
  + [.baselines[].comparison
    | map(select(.n > 0) | del(.both_share, .only_system_share, .only_baseline_share))]
end
| sort[]
