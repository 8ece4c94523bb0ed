# content.sh: sourced by the scripts here.

# Prints what a database has: of the errors their number by kind and problem, and all tables but the
# run, the fingerprints of what was read, and the files and lines of the errors. A value that is
# empty in one form is missing in another.
content() { # DATABASE
    sqlite3 "$1" "select replace(kind, 'row_field_missing', 'row_value'), problem_id, count(*)
        from input_errors
        where kind not in ('status_unknown', 'language_unknown', 'data_without_metadata')
        group by 1, 2"
    cp "$1" content.db
    # a problem's fingerprint is in whatever table the schema has it
    sqlite3 content.db "select printf('update %s set metadata_sha256 = ''x'';', m.name)
        from sqlite_schema m, pragma_table_info(m.name) c
        where m.type = 'table' and m.name <> 'run' and c.name = 'metadata_sha256'" >content.sql
    sqlite3 content.db "update run set dataset = 'x', metadata = null, metadata_sha256 = 'x',
        source = 'x', source_options = '', files = null, listing_sha256 = 'x',
        problem_list_sha256 = null,
        n_listed = 0; delete from input_errors; delete from steps;" '.read content.sql' .dump
    rm content.db content.sql
}
