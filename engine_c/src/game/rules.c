#include "rules.h"

#include <string.h>

static const RuleField Fields[] = {
#define RULE(name, minimum, maximum, default_value, kind, term) \
    { #name, minimum, maximum, default_value, RULE_##kind, TERM_##term, offsetof(RuleValues, name) },
#include "rules.def"
#undef RULE
};

#define TWELVE "PiecesCount=12 HasDiagonalLines=true "

static const Variant Variants[] = {
    { "nine_mens_morris", "" },
    { "twelve_mens_morris", TWELVE },
    { "morabaraba", TWELVE "RestrictRepeatedMillsFormation=true BoardFullAction=4 EndgameNMoveRule=20" },
    { "dooz", TWELVE "MillFormationActionInPlacingPhase=1 MayRemoveFromMillsAlways=true BoardFullAction=3" },
    { "lasker_morris", "PiecesCount=10 MayMoveInPlacingPhase=true" },
    { "russian_mill", "MayRemoveFromMillsAlways=true OneTimeUseMill=true" },
    { "cheng_san_qi", "MayFly=false MillFormationActionInPlacingPhase=4" },
    { "da_san_qi",
      TWELVE "MayFly=false MillFormationActionInPlacingPhase=4 IsDefenderMoveFirst=true "
             "MayRemoveMultiple=true MayRemoveFromMillsAlways=true" },
    { "zhi_qi",
      TWELVE "MayFly=false MillFormationActionInPlacingPhase=4 MayRemoveFromMillsAlways=true "
             "BoardFullAction=1" },
    { "el_filja",
      "PiecesCount=12 MayFly=false MillFormationActionInPlacingPhase=5 MayRemoveFromMillsAlways=true "
      "BoardFullAction=1" },
    { "cham_gonu", TWELVE "MayFly=false MillFormationActionInPlacingPhase=4 MayRemoveFromMillsAlways=true" },
    { "mul_mulan",
      "HasDiagonalLines=true MayFly=false MayRemoveFromMillsAlways=true "
      "InterventionCaptureEnabled=true" },
    { "nerenchi", TWELVE "IsDefenderMoveFirst=true MayRemoveFromMillsAlways=true" },
    { "six_mens_morris", "Board=1 PiecesCount=6 MayFly=false" },
    { "three_mens_morris", "Board=2 PiecesCount=3 MayFly=false" },
};

int rules_field_count(void) { return (int)(sizeof Fields / sizeof *Fields); }
const RuleField *rules_field(int index) { return &Fields[index]; }
int rules_variant_count(void) { return (int)(sizeof Variants / sizeof *Variants); }
const Variant *rules_variant(int index) { return &Variants[index]; }

static int *value_at(RuleValues *values, const RuleField *field)
{
    return (int *)(void *)((char *)values + field->offset);
}

int rules_get(const RuleValues *values, const RuleField *field)
{
    return *(const int *)(const void *)((const char *)values + field->offset);
}

void rules_put(RuleValues *values, const RuleField *field, int value) { *value_at(values, field) = value; }

bool rules_accepts(const RuleField *field, int64_t value)
{
    return (value >= field->minimum && value <= field->maximum) || (field->kind == RULE_LIMIT && value == 0);
}

void rules_standard(RuleValues *values)
{
    for (int i = 0; i < rules_field_count(); i++)
        rules_put(values, &Fields[i], Fields[i].default_value);
}

static bool read_value(const RuleField *field, Word word, int *value, Error *error)
{
    int64_t number;

    if (word_number(word, &number) && rules_accepts(field, number))
        return *value = (int)number, true;
    if (field->kind == RULE_SWITCH)
        return word_boolean(word, field->name, value, error);
    return error_set(error, "%s takes %s%d to %d, not '%.*s'", field->name, field->kind == RULE_LIMIT ? "0 or " : "",
                     field->minimum, field->maximum, WORD_ARGS(word));
}

bool rules_set(RuleValues *values, Word name, Word value, Error *error)
{
    for (int i = 0; i < rules_field_count(); i++)
        if (word_is_like(name, Fields[i].name))
            return read_value(&Fields[i], value, value_at(values, &Fields[i]), error);
    return error_set(error, "no rule is called '%.*s'", WORD_ARGS(name));
}

bool rules_change(RuleValues *values, const char *changes, Error *error)
{
    RuleValues changed = *values;

    for (Word word = word_next(&changes); word.length; word = word_next(&changes)) {
        const char *sign = memchr(word.start, '=', (size_t)word.length);
        if (!sign)
            return error_set(error, "'%.*s' should be written rule=value", WORD_ARGS(word));
        const Word name = { word.start, (int)(sign - word.start) };
        const Word value = { sign + 1, word.length - name.length - 1 };
        if (!rules_set(&changed, name, value, error))
            return false;
    }
    *values = changed;
    return true;
}

bool rules_named(RuleValues *values, Word variant, Error *error)
{
    for (int i = 0; i < rules_variant_count(); i++)
        if (word_is_like(variant, Variants[i].name)) {
            rules_standard(values);
            return rules_change(values, Variants[i].changes, error);
        }
    return error_set(error, "no variant is called '%.*s'", WORD_ARGS(variant));
}

bool rules_read(RuleValues *values, const char *text, Error *error)
{
    const char *rest = text;
    const Word first = word_next(&rest);
    RuleValues read;

    rules_standard(&read);
    if (first.length && !memchr(first.start, '=', (size_t)first.length)) {
        if (!rules_named(&read, first, error))
            return false;
        text = rest;
    }
    if (!rules_change(&read, text, error))
        return false;
    *values = read;
    return true;
}

/* Writes a variant and the rules that differ from it; returns their number. */
static int write_changes(const RuleValues *values, const Variant *variant, Writer *writer)
{
    RuleValues base;
    Error error;
    int changes = 0;

    rules_read(&base, variant->name, &error);
    writer_add(writer, "%s", variant->name);
    for (int i = 0; i < rules_field_count(); i++) {
        const int value = rules_get(values, &Fields[i]);
        if (value == rules_get(&base, &Fields[i]))
            continue;
        changes++;
        if (Fields[i].kind == RULE_SWITCH)
            writer_add(writer, " %s=%s", Fields[i].name, value ? "true" : "false");
        else
            writer_add(writer, " %s=%d", Fields[i].name, value);
    }
    return changes;
}

void rules_write(const RuleValues *values, Writer *writer)
{
    int best = 0, fewest = rules_field_count() + 1;

    for (int i = 0; i < rules_variant_count(); i++) {
        Writer nowhere = writer_to(NULL, 0);
        const int changes = write_changes(values, &Variants[i], &nowhere);
        if (changes < fewest) {
            best = i;
            fewest = changes;
        }
    }
    write_changes(values, &Variants[best], writer);
}

static void prepare_captures(Rules *rules)
{
    const RuleValues *value = &rules->value;
    const struct {
        int enabled, kinds[LINE_KIND_NB], phases[2], needs_few;
    } captures[CAPTURE_NB] = {
#define CAPTURE(name) \
    { value->name##CaptureEnabled, \
      { value->name##CaptureOnSquareEdges, value->name##CaptureOnCrossLines, value->name##CaptureOnDiagonalLines }, \
      { value->name##CaptureInPlacingPhase, value->name##CaptureInMovingPhase }, \
      value->name##CaptureOnlyWhenOwnPiecesLeq3 }
        [CAPTURE_CUSTODIAN] = CAPTURE(Custodian),
        [CAPTURE_INTERVENTION] = CAPTURE(Intervention),
        [CAPTURE_LEAP] = CAPTURE(Leap),
#undef CAPTURE
    };

    for (int c = 0; c < CAPTURE_NB; c++) {
        rules->capture_needs_few[c] = captures[c].needs_few;
        for (int line = 0; line < rules->topology.line_count; line++)
            for (int phase = 0; phase < 2; phase++)
                if (captures[c].enabled && captures[c].phases[phase]
                    && captures[c].kinds[rules->topology.line_kind[line]])
                    rules->capture_lines[phase][c] |= (uint32_t)1 << line;
        if (rules->capture_lines[0][c] | rules->capture_lines[1][c])
            rules->has_captures = true;
    }
}

static bool is_plain(const Rules *rules)
{
    const RuleValues *value = &rules->value;

    return value->MillFormationActionInPlacingPhase == MILL_REMOVES && !value->StopPlacingWhenTwoEmptySquares
        && !rules->has_captures && !rules->has_memory;
}

static bool is_placing_plain(const Rules *rules)
{
    const RuleValues *value = &rules->value;

    return value->MillFormationActionInPlacingPhase == MILL_REMOVES && !value->MayMoveInPlacingPhase
        && !value->IsDefenderMoveFirst && !value->MayRemoveMultiple && !value->MayRemoveFromMillsAlways
        && value->MayRemoveWhenAllInMills && !value->StopPlacingWhenTwoEmptySquares && !rules->has_captures
        && 2 * value->PiecesCount < rules->topology.point_count;
}

bool rules_have_same_values(const RuleValues *values, const RuleValues *others)
{
    RuleValues same = *others;

    same.NMoveRule = values->NMoveRule;
    same.EndgameNMoveRule = values->EndgameNMoveRule;
    same.ThreefoldRepetitionRule = values->ThreefoldRepetitionRule;
    same.RepetitionCount = values->RepetitionCount;
    return memcmp(values, &same, sizeof same) == 0;
}

void rules_prepare(Rules *rules, const RuleValues *values)
{
    memset(rules, 0, sizeof *rules);
    rules->value = *values;
    topology_build(&rules->topology, (BoardId)values->Board, values->HasDiagonalLines);
    rules->least_pieces = values->PiecesAtLeastCount < values->PiecesCount ? values->PiecesAtLeastCount
                                                                           : values->PiecesCount;
    rules->least_quiet = values->NMoveRule < values->EndgameNMoveRule ? values->NMoveRule : values->EndgameNMoveRule;
    rules->fly_at = values->MayFly ? values->FlyPieceCount : 0;
    for (int i = 0; i < rules_field_count(); i++)
        rules->has_memory |= Fields[i].term == TERM_REFUSED && rules_get(values, &Fields[i]);
    prepare_captures(rules);
    rules->is_plain = is_plain(rules);
    rules->is_placing_plain = is_placing_plain(rules);
}
