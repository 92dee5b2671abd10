/* tb_rules.h: the rules that an endgame tablebase depends on, by the terms in game/rules.def. */
#pragma once

#include "game/rules.h"

enum { TB_RULES_TEXT_MAX = 192 };

/* Prepares the rules with all others set to their standard, so that they cannot change a tablebase. */
void tb_rules_prepare(Rules *rules, const RuleValues *values);

/* The rule that rules out a tablebase, or NULL. */
const RuleField *tb_rules_refused(const Rules *rules);

/* The terms, one in each bit, that differ from those of other rules, or of the standard rules. */
uint32_t tb_rules_differ(const Rules *rules, const Rules *other);
uint32_t tb_rules_changed(const Rules *rules);

/* The pieces a side begins with, if every mill that is closed takes one of the opponent's at once: a side whose opponent
 * has that many on the board has no mill, unless the position was set up by hand. 0: other rules. */
int tb_rules_full_pieces(const RuleValues *values);

/* The fingerprint: a hash of the terms, which are also written as text. */
uint64_t tb_rules_fingerprint(const Rules *rules, Writer *writer);
