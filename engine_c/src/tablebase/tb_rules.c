/* tb_rules.c: fingerprint, refusal and reduced rules. The fingerprint names the
 * files of a tablebase: labels, order and numbers must not change. */
#include "tb_rules.h"

#include "checksum.h"

#include <string.h>

static const uint32_t NeedsFew = (uint32_t)1 << 31;

_Static_assert(LINE_MAX < 31 && TERM_NB <= 32, "terms fit into 32 bits");

static uint32_t capture_term(const Rules *rules, Capture capture)
{
    const uint32_t lines = rules->capture_lines[PHASE_MOVING][capture];
    return lines && rules->capture_needs_few[capture] ? lines | NeedsFew : lines;
}

static uint32_t term_value(const Rules *rules, RuleTerm term)
{
    const RuleValues *value = &rules->value;

    switch (term) {
    case TERM_BOARD: return (uint32_t)value->Board;
    case TERM_DIAGONALS: return value->Board == BOARD_24 && value->HasDiagonalLines;
    case TERM_PIECES_MIN: return (uint32_t)rules->least_pieces;
    case TERM_FLYING: return (uint32_t)rules->fly_at;
    case TERM_REMOVE_MULTIPLE: return (uint32_t)value->MayRemoveMultiple;
    case TERM_REMOVE_FROM_MILLS: return (uint32_t)value->MayRemoveFromMillsAlways;
    case TERM_STALEMATE: return (uint32_t)value->StalemateAction;
    case TERM_CUSTODIAN: return capture_term(rules, CAPTURE_CUSTODIAN);
    case TERM_INTERVENTION: return capture_term(rules, CAPTURE_INTERVENTION);
    case TERM_LEAP: return capture_term(rules, CAPTURE_LEAP);
    case TERM_ALL_IN_MILLS: return !value->MayRemoveWhenAllInMills && !value->MayRemoveFromMillsAlways;
    case TERM_NB:
    case TERM_NONE:
    case TERM_REFUSED: break;
    }
    return 0;
}

void tb_rules_prepare(Rules *rules, const RuleValues *values)
{
    RuleValues reduced = *values;

    for (int i = 0; i < rules_field_count(); i++)
        if (rules_field(i)->term == TERM_NONE)
            rules_put(&reduced, rules_field(i), rules_field(i)->default_value);
    rules_prepare(rules, &reduced);
}

const RuleField *tb_rules_refused(const Rules *rules)
{
    for (int i = 0; i < rules_field_count(); i++)
        if (rules_field(i)->term == TERM_REFUSED && rules_get(&rules->value, rules_field(i)))
            return rules_field(i);
    return NULL;
}

uint32_t tb_rules_differ(const Rules *rules, const Rules *other)
{
    uint32_t changed = 0;

    for (RuleTerm term = 0; term < TERM_NB; term++)
        changed |= (uint32_t)(term_value(rules, term) != term_value(other, term)) << term;
    return changed;
}

uint32_t tb_rules_changed(const Rules *rules)
{
    RuleValues values;
    Rules standard;

    rules_standard(&values);
    rules_prepare(&standard, &values);
    return tb_rules_differ(rules, &standard);
}

uint64_t tb_rules_fingerprint(const Rules *rules, Writer *writer)
{
    static const char *const Labels[TERM_NB] = { "board",    "diagonals",   "least",       "fly",
                                                 "multiple", "unprotected", "stuck",       "capture0",
                                                 "capture1", "capture2",    "all_in_mills" };
    char text[TB_RULES_TEXT_MAX];
    Writer inner = writer_to(text, sizeof text);

    for (RuleTerm term = 0; term < TERM_NB; term++) {
        const uint32_t value = term_value(rules, term);
        if (term <= TERM_STALEMATE || value)
            writer_add(&inner, "%s%s=%x%s", term ? " " : "", Labels[term], (unsigned)(value & ~NeedsFew),
                       value & NeedsFew ? "few" : "");
    }
    writer_add(writer, "%s", text);
    return fnv1a(FNV1A_START, text, strlen(text));
}

int tb_rules_full_pieces(const RuleValues *values)
{
    const bool takes_in_placing = values->MillFormationActionInPlacingPhase == 0;
    const bool may_always_take = values->MayRemoveFromMillsAlways || values->MayRemoveWhenAllInMills;
    const bool has_captures = values->CustodianCaptureEnabled || values->InterventionCaptureEnabled
        || values->LeapCaptureEnabled;

    return takes_in_placing && may_always_take && !has_captures ? values->PiecesCount : 0;
}
