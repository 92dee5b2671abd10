/* cache_key.h: the rules and the path that a cached object was made for. */
#pragma once

#include "game/rules.h"

#include <string.h>

enum { CACHE_PATH_MAX = 1024 };

typedef struct {
    RuleValues rules; /* all zeros: nothing is cached */
    char path[CACHE_PATH_MAX];
} CacheKey;

/* True if the object was made for these; otherwise the key is set to them, and the caller makes a new object. */
static inline bool cache_key_matches(CacheKey *key, const Rules *rules, const char *path)
{
    if (memcmp(&key->rules, &rules->value, sizeof key->rules) == 0 && strcmp(key->path, path) == 0)
        return true;
    key->rules = rules->value;
    strcpy(key->path, path);
    return false;
}
