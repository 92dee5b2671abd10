#include "mill.h"

#include "engine.h"
#include "move_time.h"
#include "game/symmetry.h"
#include "search/proof.h"
#include "tablebase/build/tb_build.h"
#include "tablebase/build/tb_compare.h"
#include "tablebase/tb_resolve.h"
#include "tablebase/build/tb_verify.h"

#include <string.h>

#ifndef MILL_VERSION
#define MILL_VERSION "unknown"
#endif

/* mill.h repeats these numbers, since cffi reads no macros and no other header. */
_Static_assert((int)MILL_POINTS_MAX == (int)POINT_MAX && (int)MILL_LINES_MAX == (int)LINE_MAX, "board sizes");
_Static_assert((int)MILL_MOVES_MAX == (int)MOVES_MAX && (int)MILL_MOVE_TEXT_MAX == (int)MOVE_TEXT_MAX, "move sizes");
_Static_assert((int)MILL_WHITE == (int)WHITE && (int)MILL_BLACK == (int)BLACK, "sides");
_Static_assert((int)MILL_RULE_SWITCH == (int)RULE_SWITCH && (int)MILL_RULE_LIMIT == (int)RULE_LIMIT, "rule kinds");
_Static_assert((int)MILL_OPTION_SPIN == (int)OPTION_SPIN && (int)MILL_OPTION_STRING == (int)OPTION_STRING,
               "option kinds");
_Static_assert(sizeof((MillTbInfo *)0)->name == TB_CONTAINER_NAME_MAX
                   && sizeof((MillTbInfo *)0)->rules == TB_FILE_RULES_MAX,
               "file texts");

static Writer writer_of(char *text, int size) { return writer_to(text, size > 0 ? (size_t)size : 0); }

const char *mill_version(void) { return MILL_VERSION; }

int mill_rule_count(void) { return rules_field_count(); }

void mill_rule(int index, MillRule *rule)
{
    const RuleField *field = rules_field(index);
    *rule = (MillRule){ field->name,          field->minimum,       field->maximum,
                        field->default_value, (int32_t)field->kind, field->term == TERM_REFUSED };
}

int mill_variant_count(void) { return rules_variant_count(); }
const char *mill_variant_name(int index) { return rules_variant(index)->name; }
const char *mill_variant_changes(int index) { return rules_variant(index)->changes; }
const char *mill_outcome_name(int outcome) { return notation_outcome((Outcome)outcome); }
const char *mill_reason_name(int reason) { return notation_reason((Reason)reason); }

int mill_refusal_count(void) { return REFUSAL_NB; }
const char *mill_refusal_name(int refusal) { return notation_refusal_name((Refusal)refusal); }
const char *mill_refusal_text(int refusal) { return notation_refusal_text((Refusal)refusal); }

MillGame *mill_game_new(const char *rules, MillError *error)
{
    RuleValues values;

    if (!rules_read(&values, rules, error))
        return NULL;
    Game *game = game_new(&values);
    if (!game)
        error_no_memory(error);
    return game;
}

MillGame *mill_game_copy(const MillGame *game) { return game_copy(game); }

void mill_game_free(MillGame *game) { game_free(game); }

bool mill_game_set_position(MillGame *game, const char *fen, MillError *error)
{
    return game_set_fen(game, fen, error);
}

bool mill_game_play(MillGame *game, const char *move, MillError *error)
{
    return game_play_text(game, word_of(move), error);
}

bool mill_game_undo(MillGame *game) { return game_undo(game); }
bool mill_game_redo(MillGame *game) { return game_redo(game); }

void mill_game_view(const MillGame *game, MillView *view)
{
    const Position *pos = &game->now;

    memset(view, 0, sizeof *view);
    for (int pt = 0; pt < game->rules.topology.point_count; pt++)
        view->points[pt] = pos->pieces[WHITE] & bit(pt) ? MILL_WHITE_PIECE
            : pos->pieces[BLACK] & bit(pt)              ? MILL_BLACK_PIECE
            : pos->marked & bit(pt)                     ? MILL_MARKED
                                                        : MILL_EMPTY;
    for (int side = 0; side < SIDE_NB; side++) {
        view->on_board[side] = pos->on_board[side];
        view->in_hand[side] = pos->in_hand[side];
        view->pending_removals[side] = pos->pending[side];
        view->flies[side] = position_flies(pos, (Side)side);
        view->in_mills[side] = position_in_mills(pos, (Side)side);
    }
    view->side = pos->stm;
    view->is_placing = pos->phase == PHASE_PLACING;
    view->may_place = position_may_place(pos);
    view->may_move = position_may_slide(pos);
    view->outcome = pos->outcome;
    view->reason = pos->reason;
    view->quiet = pos->quiet;
    view->quiet_limit = position_quiet_limit(pos);
    view->turn = pos->fullmove;
    view->occurrences = position_occurrences(pos);
    view->ply = game->ply;
    view->length = game->length;
    view->key = position_key(pos);
    view->symmetric_key = symmetry_shared_key(pos);
}

void mill_game_board(const MillGame *game, MillBoard *board)
{
    const Topology *topology = &game->rules.topology;

    memset(board, 0, sizeof *board);
    board->point_count = topology->point_count;
    board->line_count = topology->line_count;
    for (int pt = 0; pt < topology->point_count; pt++) {
        memcpy(board->names[pt], topology->name[pt], sizeof topology->name[pt]);
        board->files[pt] = (int8_t)(topology->name[pt][0] - 'a');
        board->ranks[pt] = (int8_t)(topology->name[pt][1] - '1');
        board->neighbours[pt] = topology->neighbours[pt];
    }
    for (int i = 0; i < topology->line_count; i++) {
        memcpy(board->lines[i], topology->line_point[i], sizeof topology->line_point[i]);
        board->lines[i][3] = topology->line_kind[i];
    }
}

int mill_game_rule(const MillGame *game, int index) { return rules_get(&game->rules.value, rules_field(index)); }

void mill_game_position(const MillGame *game, char *text, int size)
{
    Writer writer = writer_of(text, size);
    fen_write(&game->now, &writer);
}

void mill_game_rules(const MillGame *game, char *text, int size)
{
    Writer writer = writer_of(text, size);
    rules_write(&game->rules.value, &writer);
}

void mill_game_network(const MillGame *game, const char *folder, char *text, int size)
{
    Writer writer = writer_of(text, size);
    network_find_rules(&game->rules, folder, &writer);
}

void mill_game_drawing(const MillGame *game, char *text, int size)
{
    Writer writer = writer_of(text, size);
    notation_draw(&game->now, &writer);
}

void mill_game_move(const MillGame *game, int index, char *text, int size)
{
    mill_move_text(game, game->moves[index], text, size);
}

int mill_game_legal(const MillGame *game, uint16_t legal[MILL_MOVES_MAX]) { return movegen_all(&game->now, legal); }

void mill_move_text(const MillGame *game, uint16_t move, char *text, int size)
{
    Writer writer = writer_of(text, size);
    notation_write_move(&game->rules.topology, move, &writer);
}

int mill_game_refusal(const MillGame *game, const char *text)
{
    Error error;
    Move move;

    if (!notation_read_move(&game->rules.topology, word_of(text), &move, &error))
        return REFUSAL_UNREADABLE;
    return (int)movegen_refusal(&game->now, move);
}

uint64_t mill_game_perft(const MillGame *game, int depth) { return movegen_perft(&game->now, depth, NULL); }

int mill_option_count(void) { return options_field_count(); }

void mill_option(int index, MillOption *option)
{
    const OptionField *field = options_field(index);
    *option = (MillOption){ field->name,    field->choices, (int32_t)field->kind,
                            field->minimum, field->maximum, field->default_value };
}

int mill_weight_count(void) { return evaluate_field_count(); }

void mill_weight(int index, MillWeight *weight)
{
    const WeightField field = evaluate_field(index);
    *weight = (MillWeight){ field.stage, field.name, field.minimum, field.maximum, field.default_value };
}

MillEngine *mill_engine_new(void) { return engine_new(); }

void mill_engine_free(MillEngine *engine) { engine_free(engine); }

bool mill_engine_set_option(MillEngine *engine, const char *name, const char *value, MillError *error)
{
    return engine_set_option(engine, word_of(name), value, error);
}

void mill_engine_clear(MillEngine *engine) { engine_clear(engine); }

void mill_engine_prepare(MillEngine *engine, const MillGame *game) { engine_prepare(engine, &game->now); }

uint16_t mill_engine_search(MillEngine *engine, const MillGame *game, const MillLimits *limits, MillInfo *info)
{
    return engine_search(engine, game, limits, NULL, info);
}

int64_t mill_time_for_move(int64_t left_ms, int64_t increment_ms)
{
    const MoveClock clock = { .left_ms = left_ms, .increment_ms = increment_ms };

    return move_time_share(&clock);
}

void mill_engine_stop(MillEngine *engine, int up_to_ticket) { engine_stop(engine, up_to_ticket); }
void mill_engine_ponderhit(MillEngine *engine, int up_to_ticket) { engine_ponderhit(engine, up_to_ticket); }

void mill_engine_info(MillEngine *engine, MillInfo *info) { engine_info(engine, info); }

static bool read_rules(Rules *rules, const char *text, MillError *error)
{
    RuleValues values;

    *error = (MillError){ 0 };
    if (!rules_read(&values, text, error))
        return false;
    rules_prepare(rules, &values);
    return true;
}

MillTablebase *mill_tb_open(const char *text, const char *path, MillError *error)
{
    Rules rules;

    return read_rules(&rules, text, error) ? tb_open(&rules, path, error) : NULL;
}

void mill_tb_close(MillTablebase *tb) { tb_close(tb); }

int mill_tb_max_pieces(const MillTablebase *tb) { return tb_max_pieces(tb); }

bool mill_tb_has_layers(const MillTablebase *tb) { return tb_has_layers(tb); }

int mill_tb_layer_hands(const MillTablebase *tb) { return tb_layer_hands(tb); }

bool mill_tb_subspace(const MillTablebase *tb, int hands, int mover, int other, MillSubspace *subspace)
{
    const bool is_named = mover >= 0 && mover <= PIECES_MAX && other >= 0 && other <= PIECES_MAX;
    const TbHeader *header = is_named ? tb_header(tb, hands, mover, other) : NULL;

    if (!header)
        return false;
    *subspace = (MillSubspace){
        .hands = hands,
        .mover = mover,
        .other = other,
        .max_dtw = (int32_t)header->max_dtw,
        .dtw_step = header->kind == TB_FILE_VALUES ? 1
            : hands                                ? 0
                                                   : (int32_t)header->detail,
        .positions = header->positions,
        .wins = header->wins,
        .draws = header->draws,
        .losses = header->losses,
        .slots = header->slots,
        .bytes = sizeof *header + header->payload,
    };
    return true;
}

bool mill_tb_probe(const MillTablebase *tb, const MillGame *game, MillTbValue *value)
{
    return tb_probe(tb, &game->now, value);
}

bool mill_tb_probe_exact(const MillTablebase *tb, const MillGame *game, MillTbValue *value)
{
    return tb_resolve_probe(tb, &game->now, value);
}

int mill_tb_turns(const MillTablebase *tb, const MillGame *game, uint16_t move, MillTbTurn turns[MILL_TURNS_MAX])
{
    return tb_root_turns(tb, &game->now, move, turns);
}

bool mill_tb_check(const MillTablebase *tb, int mover, int other, uint64_t samples, uint64_t seed, MillError *error)
{
    if (mover < 0 || mover > PIECES_MAX || other < 0 || other > PIECES_MAX)
        return error_set(error, "no subspace %d-%d", mover, other);
    return tb_check(tb, mover, other, samples, seed, error);
}

bool mill_tb_write(const MillTablebase *tb, const char *file, const char *name, MillError *error)
{
    return tb_write(tb, file, name, error);
}

bool mill_tb_info(const char *file, MillTbInfo *info, MillError *error)
{
    TbContainer container;

    if (!tb_container_open(&container, file, error))
        return false;
    const TbContainerHeader *header = &container.header;
    *info = (MillTbInfo){
        .version = (int32_t)header->version,
        .max_pieces = (int32_t)header->max_pieces,
        .subspaces = (int32_t)header->count,
        .bytes = header->size,
        .checksum = header->header_sum,
    };
    memcpy(info->name, header->name, sizeof info->name);
    memcpy(info->rules, header->rules, sizeof info->rules);
    for (uint32_t i = 0; i < header->count; i++) {
        const TbHeader *subspace = &container.entries[i].header;
        const bool is_layer = tb_header_hands(subspace) != 0;
        info->layer_subspaces += is_layer;
        info->positions += is_layer ? 0 : subspace->positions;
    }
    tb_container_close(&container);
    return true;
}

MillTbVerify *mill_tb_verify_new(const char *text, const char *file, uint64_t samples, MillError *error)
{
    Rules rules;

    if (!read_rules(&rules, text, error))
        return NULL;
    TbVerify *verify = tb_verify_new(&rules, file, samples);
    if (!verify)
        error_no_memory(error);
    return verify;
}

void mill_tb_verify_free(MillTbVerify *verify) { tb_verify_free(verify); }

bool mill_tb_verify_run(MillTbVerify *verify, MillError *error)
{
    *error = (MillError){ 0 };
    return tb_verify_run(verify, error);
}

void mill_tb_verify_stop(MillTbVerify *verify) { tb_verify_stop(verify); }

void mill_tb_verify_progress(const MillTbVerify *verify, MillTbProgress *progress)
{
    tb_verify_progress(verify, progress);
}

bool mill_tb_compare(const MillTablebase *tb, const MillTablebase *with, int hands, int mover, int other,
                     uint64_t samples, uint64_t seed, int part, int parts, MillTbCounts *counts, MillError *error)
{
    *error = (MillError){ 0 };
    return samples ? tb_compare_samples(tb, with, hands, mover, other, samples, seed, counts, error)
                   : tb_compare_part(tb, with, hands, mover, other, part, parts, counts, error);
}

bool mill_tb_cache(MillTablebase *tb, int megabytes) { return tb_set_cache(tb, (size_t)megabytes << 20); }

MillTbBuild *mill_tb_build_new(const char *text, const char *folder, int max_pieces, int threads, uint64_t memory,
                               int dtw_up_to, bool is_compressed, int rounded_up_to, MillError *error)
{
    const TbBuildOptions options = { folder, max_pieces, threads, memory, dtw_up_to, is_compressed, rounded_up_to };
    RuleValues values;

    return rules_read(&values, text, error) ? tb_build_new(&values, &options, error) : NULL;
}

void mill_tb_build_free(MillTbBuild *build) { tb_build_free(build); }

void mill_tb_build_needs(const MillTbBuild *build, uint64_t *disk, uint64_t *memory)
{
    tb_build_needs(build, disk, memory);
}

bool mill_tb_build_run(MillTbBuild *build, MillError *error)
{
    *error = (MillError){ 0 };
    return tb_build_run(build, error);
}

void mill_tb_build_stop(MillTbBuild *build) { tb_build_stop(build); }

void mill_tb_build_progress(const MillTbBuild *build, MillTbProgress *progress) { tb_build_progress(build, progress); }

void mill_tb_map(MillTablebase *tb) { tb_map(tb); }

MillBook *mill_book_open(const char *path, MillError *error) { return book_read(path, error); }
void mill_book_close(MillBook *book) { book_free(book); }
int mill_book_placed(const MillBook *book) { return book_placed(book); }

bool mill_book_probe(const MillBook *book, const MillGame *game, int32_t *wdl)
{
    return book_fits(book, &game->rules) && book_probe(book, &game->now, wdl);
}

MillBook *mill_book_new(const char *text, int placed, MillError *error)
{
    Rules rules;

    return read_rules(&rules, text, error) ? book_new(&rules, placed, error) : NULL;
}

bool mill_book_next(const MillBook *book, int placed, uint32_t *slot, MillGame *game)
{
    char text[FEN_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);
    Position pos;
    Error error;

    if (!book_fits(book, &game->rules) || !book_next(book, placed, slot, &pos))
        return false;
    fen_write(&pos, &writer);
    return game_set_fen(game, text, &error);
}

bool mill_book_add(MillBook *book, const MillGame *game, int32_t wdl)
{
    return book_fits(book, &game->rules) && book_add(book, &game->now, wdl);
}

bool mill_book_write(const MillBook *book, const char *path, MillError *error) { return book_write(book, path, error); }

MillProof *mill_proof_new(const char *text, const MillTablebase *tb, const MillBook *book, const char *networks,
                          int megabytes, MillError *error)
{
    const size_t size = megabytes > 0 ? (size_t)megabytes : 0;
    Rules rules;

    return read_rules(&rules, text, error) ? proof_new(&rules, tb, book, networks, size, error) : NULL;
}

void mill_proof_free(MillProof *proof) { proof_free(proof); }

bool mill_proof_run(MillProof *proof, const MillGame *game, const MillProofLimits *limits, MillError *error)
{
    return proof_run(proof, &game->now, limits, NULL, error);
}

void mill_proof_stop(MillProof *proof, int up_to_ticket) { proof_stop(proof, up_to_ticket); }

void mill_proof_info(MillProof *proof, MillProofInfo *info) { proof_info(proof, info); }
