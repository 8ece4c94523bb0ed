/* What the address of a repository says: its project, and where its commits can be looked at. */
#ifndef DB_FIXES_FORGE_H
#define DB_FIXES_FORGE_H

#include "db/fixes/fix_reader.h"

/* Appends the name of the project: OWNER/NAME, the path of the repository's address; the
 * repository's id if the address is unknown or not one of a server. */
void forge_add_project(struct str *out, const struct fix_provenance *provenance);

/* Appends the address of the commit's page. Returns false, and appends nothing, if the server is
 * not one of the known forges, or the address has characters that need quoting. */
bool forge_add_commit(struct str *out, const struct fix_provenance *provenance);

#endif
