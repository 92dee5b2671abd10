#include "options.h"

#include <string.h>

static const OptionField Fields[] = {
#define SPIN(name, minimum, maximum, default_value) \
    { #name, OPTION_SPIN, minimum, maximum, default_value, NULL, offsetof(Options, name) },
#define SWITCH(name, default_value) { #name, OPTION_CHECK, 0, 1, default_value, NULL, offsetof(Options, name) },
#define COMBO(name, choices) { #name, OPTION_COMBO, 0, 0, 0, choices, offsetof(Options, name) },
#define STRING(name) { #name, OPTION_STRING, 0, 0, 0, NULL, offsetof(Options, name) },
#include "options.def"
#undef SPIN
#undef SWITCH
#undef COMBO
#undef STRING
};

int options_field_count(void) { return (int)(sizeof Fields / sizeof *Fields); }
const OptionField *options_field(int index) { return &Fields[index]; }

static void *field_of(Options *options, const OptionField *field) { return (char *)options + field->offset; }

void options_set_defaults(Options *options)
{
    memset(options, 0, sizeof *options);
    for (int i = 0; i < options_field_count(); i++)
        if (Fields[i].kind == OPTION_SPIN || Fields[i].kind == OPTION_CHECK)
            *(int *)field_of(options, &Fields[i]) = Fields[i].default_value;
}

static const OptionField *find(Word name)
{
    for (int i = 0; i < options_field_count(); i++)
        if (word_is_like(name, Fields[i].name))
            return &Fields[i];
    return NULL;
}

bool options_known(Word name) { return find(name) != NULL; }

static bool set_spin(int *place, const OptionField *field, Word value, Error *error)
{
    int64_t number;

    if (!word_number(value, &number) || number < field->minimum || number > field->maximum)
        return error_set(error, "%s takes %d to %d, not '%.*s'", field->name, field->minimum, field->maximum,
                         WORD_ARGS(value));
    *place = (int)number;
    return true;
}

static bool set_combo(int *place, const OptionField *field, Word value, Error *error)
{
    const char *rest = field->choices;
    int index = 0;

    for (Word choice = word_next(&rest); choice.length; choice = word_next(&rest), index++)
        if (word_matches(choice, value))
            return *place = index, true;
    return error_set(error, "%s is one of %s, not '%.*s'", field->name, field->choices, WORD_ARGS(value));
}

bool options_read_text(char text[OPTION_TEXT_MAX], const char *name, const char *value, Error *error)
{
    Word words = word_next(&value);

    for (Word more = word_next(&value); more.length; more = word_next(&value))
        words.length = (int)(more.start + more.length - words.start);
    if (words.length >= OPTION_TEXT_MAX)
        return error_set(error, "%s is longer than %d characters", name, OPTION_TEXT_MAX - 1);
    if (word_is(words, "<empty>"))
        words.length = 0;
    memcpy(text, words.start, (size_t)words.length);
    text[words.length] = '\0';
    return true;
}

static bool set_string(char *place, const OptionField *field, const char *value, Error *error)
{
    char text[OPTION_TEXT_MAX];
    WeightValues values;

    evaluate_default_values(&values);
    if (!options_read_text(text, field->name, value, error)
        || (strcmp(field->name, "Weights") == 0 && !evaluate_read_values(&values, text, error)))
        return false;
    strcpy(place, text);
    return true;
}

bool options_set(Options *options, Word name, const char *value, Error *error)
{
    const OptionField *field = find(name);
    const char *rest = value;
    const Word first = word_next(&rest);

    if (!field)
        return error_set(error, "no option is called '%.*s'", WORD_ARGS(name));
    void *place = field_of(options, field);
    switch (field->kind) {
    case OPTION_SPIN: return set_spin(place, field, first, error);
    case OPTION_CHECK: return word_boolean(first, field->name, place, error);
    case OPTION_COMBO: return set_combo(place, field, first, error);
    default: return set_string(place, field, value, error);
    }
}
