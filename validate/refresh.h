/* What a folder's description says of its card, after a person has edited that. */
#ifndef VALIDATE_REFRESH_H
#define VALIDATE_REFRESH_H

#include "base/err.h"

/* Writes the size and SHA-256 of README.md in a published folder into its croissant.json, which
 * appears whole or stays as it is. Nothing else in it changes. */
int refresh_card(const char *folder, struct err *err);

#endif
