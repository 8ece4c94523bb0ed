-- What tokfix dedup, split and leak have stored about a fix. The conflicting fix is the first fix
-- of the same buggy program that changes it differently. The programs are the same token by token,
-- so their places can be compared. If it is missing, it is the fix whose fixed program is this
-- buggy one, or the Accepted submission with it. A store that was changed by hand may lack the
-- representative of a cluster or the other fix; the text is then 'another'.

SELECT coalesce(m.split, '') AS split,
    CASE WHEN m.is_duplicate THEN coalesce(
        (SELECT fix_id FROM fix_details WHERE fix_key = (SELECT representative_fix_key
            FROM duplicate_clusters WHERE kind = 'exact' AND fix_key = m.fix_key)),
        'another') END AS duplicate_of,
    CASE WHEN m.is_conflicting THEN coalesce(
        (SELECT fix_id FROM fix_details WHERE fix_key = (SELECT o.fix_key
            FROM fixes f
            JOIN conflicts c ON c.fix_key = f.fix_key
            JOIN conflicts oc ON oc.first_fix_key = c.first_fix_key
            JOIN fixes o ON o.fix_key = oc.fix_key
            WHERE f.fix_key = m.fix_key AND (o.edit, o.token_index, o.after) <>
                (f.edit, f.token_index, f.after)
            ORDER BY o.fix_key
            LIMIT 1)),
        (SELECT coalesce((SELECT fix_id FROM fix_details WHERE fix_key = a.accepted_fix_key),
            'the Accepted ' || submission_id) FROM accepted_bugs a WHERE a.fix_key = m.fix_key),
        'another') END AS conflicts_with,
    CASE WHEN m.is_excluded THEN (SELECT reason || ': ' || evidence FROM exclusions
        WHERE fix_key = m.fix_key ORDER BY reason, evidence LIMIT 1) END AS excluded,
    CASE WHEN m.is_excluded THEN (SELECT count(*) - 1 FROM exclusions
        WHERE fix_key = m.fix_key) END AS n_more_reasons
FROM fix_marks m
WHERE m.fix_key = :fix_key;
