/* options.h: the engine options, from options.def. */
#pragma once

#include "search/cache_key.h"
#include "search/levels.h"

enum { OPTION_TEXT_MAX = CACHE_PATH_MAX };

typedef struct {
#define SPIN(name, minimum, maximum, default_value) int name;
#define SWITCH(name, default_value) int name;
#define COMBO(name, choices) int name; /* index of the choice */
#define STRING(name) char name[OPTION_TEXT_MAX];
#include "options.def"
#undef SPIN
#undef SWITCH
#undef COMBO
#undef STRING
} Options;

typedef enum { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_STRING } OptionKind;

typedef struct {
    const char *name;
    OptionKind kind;
    int minimum, maximum, default_value;
    const char *choices; /* words of a COMBO, else NULL */
    size_t offset;       /* in Options */
} OptionField;

int options_field_count(void);
const OptionField *options_field(int index);
void options_set_defaults(Options *options);

/* False leaves *options unchanged. `value` is the rest of the line. */
bool options_set(Options *options, Word name, const char *value, Error *error);
bool options_known(Word name);

/* Reads the text of a STRING, which may hold blanks between words; "<empty>" is the empty text, as UCI writes it. */
bool options_read_text(char text[OPTION_TEXT_MAX], const char *name, const char *value, Error *error);
