/* The door to libmd. */
#include "base/sha256.h"

#include <sys/types.h>

#include <sha2.h>

void sha256_hex(const void *bytes, size_t length, char hex[SHA256_HEX_SIZE])
{
    SHA256Data(bytes, length, hex);
}
