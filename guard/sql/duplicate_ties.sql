-- Pairs of fixes that are duplicates or contradict each other, for guard/grouping.c.
SELECT fix_key, representative_fix_key FROM duplicate_clusters WHERE kind = 'near'
UNION ALL
SELECT fix_key, first_fix_key FROM conflicts
UNION ALL
SELECT fix_key, accepted_fix_key FROM accepted_bugs WHERE accepted_fix_key
UNION ALL
SELECT accepted_fix_key, accepted_fix_key FROM accepted_bugs WHERE accepted_fix_key
