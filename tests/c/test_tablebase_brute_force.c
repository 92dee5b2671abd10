/* Every value of a tablebase against a fixed point computed plainly: the graph of
 * the game, move by move, from position_make alone; then sweeps over it until
 * nothing changes. No index, no subspaces, no backward moves.
 *
 * Without arguments small boards are compared under many rules; the arguments
 * "rules" pieces compare another rule set. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "check.h"
#include "tablebase/tb_probe.h"
#include "tablebase/build/tb_build.h"

#include <unistd.h>

/* A position at some point of a turn, seen from the side to move. */
typedef struct {
    uint64_t pieces, pending; /* own and other's points; pending removals and to whom they lead */
} NodeKey;

typedef struct {
    NodeKey key;
    uint32_t first, count; /* its moves' results in the list of edges */
    int16_t value;         /* won in n: 1000 - n, lost in n: n - 1000; for the side to move */
    int8_t outcome;        /* 2: not over */
    bool starts_turn;
} Node;

typedef struct {
    uint32_t node;
    bool other_moves; /* the other side is to move there */
} Edge;

typedef struct {
    const Rules *rules;
    Node *nodes;
    Edge *edges;
    int16_t *values;  /* what a sweep knows of each node; small, since moves lead everywhere */
    uint32_t *places; /* open hashing: number of the node + 1 */
    uint32_t node_count, node_room, edge_count, edge_room, place_room;
} Graph;

enum { WON = 1000, INSIDE = 2 * WON }; /* inside a turn: follows from the moves left */

static Bits image(const Topology *topology, int symmetry, Bits set)
{
    Bits turned = 0;

    for (; set; set = bits_rest(set))
        turned |= bit(topology->symmetry[symmetry][bits_first(set)]);
    return turned;
}

/* The least of all images, so that the graph stays small. */
static NodeKey key_of(const Position *pos, bool starts_turn)
{
    const Topology *topology = &pos->rules->topology;
    const int us = pos->stm, them = !us;
    NodeKey least = { UINT64_MAX, UINT64_MAX };

    for (int s = 0; s < topology->symmetry_count; s++) {
        const Bits own = image(topology, s, pos->pieces[us]);
        if (own > least.pieces >> 32)
            continue;
        const Bits other = image(topology, s, pos->pieces[them]), captives = image(topology, s, pos->captives);
        const NodeKey key = { (uint64_t)own << 32 | other,
                              (uint64_t)captives << 32 | (uint64_t)pos->pending[us] << 16
                                  | (uint64_t)pos->pending[them] << 8 | (uint64_t)pos->removal_kind << 4
                                  | (uint64_t)(pos->next == us) << 1 | starts_turn };
        if (key.pieces < least.pieces || (key.pieces == least.pieces && key.pending < least.pending))
            least = key;
    }
    return least;
}

static uint32_t *place_of(const Graph *graph, NodeKey key)
{
    uint64_t hash = (key.pieces ^ key.pending * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;

    for (hash ^= hash >> 32;; hash++) {
        uint32_t *place = &graph->places[hash & (graph->place_room - 1)];
        const Node *node = *place ? &graph->nodes[*place - 1] : NULL;
        if (!node || (node->key.pieces == key.pieces && node->key.pending == key.pending))
            return place;
    }
}

static void grow(Graph *graph)
{
    if (2 * graph->node_count < graph->place_room)
        return;
    free(graph->places);
    graph->place_room = graph->place_room ? 4 * graph->place_room : 1024;
    graph->places = calloc(graph->place_room, sizeof *graph->places);
    CHECK(graph->places);
    for (uint32_t i = 0; i < graph->node_count; i++)
        *place_of(graph, graph->nodes[i].key) = i + 1;
}

static uint32_t enter(Graph *graph, const Position *pos, bool starts_turn);

/* Follows all moves, depth first through the removals of a turn only; moves
 * lead to positions that are entered by themselves. */
static void follow(Graph *graph, uint32_t number, const Position *pos)
{
    Move moves[MOVES_MAX];
    Edge edges[MOVES_MAX];
    const int count = movegen_all(pos, moves);

    for (int i = 0; i < count; i++) {
        Position after;
        position_make(&after, pos, moves[i]);
        const bool owes_now = !after.outcome && position_must_remove(&after);
        const bool was_last = pos->pending[WHITE] + pos->pending[BLACK] == 1;
        const bool is_new_turn = !owes_now || (move_kind(moves[i]) == MOVE_REMOVE ? was_last : after.stm != pos->stm);
        edges[i] = (Edge){ enter(graph, &after, is_new_turn), after.stm != pos->stm };
    }
    if (graph->edge_count + (uint32_t)count > graph->edge_room) {
        graph->edge_room = 2 * graph->edge_room + MOVES_MAX;
        graph->edges = realloc(graph->edges, graph->edge_room * sizeof *graph->edges);
        CHECK(graph->edges);
    }
    graph->nodes[number].first = graph->edge_count;
    graph->nodes[number].count = (uint32_t)count;
    memcpy(graph->edges + graph->edge_count, edges, (size_t)count * sizeof *edges);
    graph->edge_count += (uint32_t)count;
}

static uint32_t enter(Graph *graph, const Position *pos, bool starts_turn)
{
    const NodeKey key = key_of(pos, starts_turn);

    grow(graph);
    uint32_t *place = place_of(graph, key);
    if (*place)
        return *place - 1;
    if (graph->node_count == graph->node_room) {
        graph->node_room = 2 * graph->node_room + 1024;
        graph->nodes = realloc(graph->nodes, graph->node_room * sizeof *graph->nodes);
        CHECK(graph->nodes);
    }
    const uint32_t number = graph->node_count++;
    *place = number + 1;
    Node *node = &graph->nodes[number];
    *node = (Node){ .key = key, .starts_turn = starts_turn, .outcome = 2 };
    if (pos->outcome) {
        const bool is_won = pos->outcome == (pos->stm == WHITE ? OUTCOME_WHITE : OUTCOME_BLACK);
        node->outcome = pos->outcome == OUTCOME_DRAW ? 0 : is_won ? 1 : -1;
        node->value = (int16_t)(node->outcome * WON);
    } else if (position_must_remove(pos)) {
        follow(graph, number, pos);
    }
    return number;
}

/* A position without pending removals, White to move, from a node. */
static Position position_of(const Graph *graph, const Node *node)
{
    const Bits own = (Bits)(node->key.pieces >> 32), other = (Bits)node->key.pieces;
    Position pos = { .rules = graph->rules,
                     .pieces = { own, other },
                     .last_mill_from = { NO_POINT, NO_POINT },
                     .last_mill_to = { NO_POINT, NO_POINT },
                     .fullmove = 1,
                     .phase = PHASE_MOVING,
                     .on_board = { (int8_t)bits_count(own), (int8_t)bits_count(other) } };
    position_complete(&pos);
    return pos;
}

static int turn_earlier(int value) { return value > 0 ? value - 1 : value < 0 ? value + 1 : 0; }

/* The best move as things are known; inside a turn the turn is not counted again. */
static int best_move(const Graph *graph, const Node *node, bool counts)
{
    int best = -WON - 1;

    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const uint32_t to = graph->edges[i].node;
        int value = graph->values[to] == INSIDE ? best_move(graph, &graph->nodes[to], false) : graph->values[to];
        value = graph->edges[i].other_moves ? -value : value;
        value = counts ? turn_earlier(value) : value;
        best = value > best ? value : best;
    }
    return best;
}

/* Each sweep sees one turn further; when one sees nothing new, all is known. */
static void sweep(Graph *graph)
{
    graph->values = malloc(graph->node_count * sizeof *graph->values);
    CHECK(graph->values);
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const Node *node = &graph->nodes[i];
        graph->values[i] = node->outcome == 2 && !node->starts_turn ? INSIDE : node->value;
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (uint32_t i = 0; i < graph->node_count; i++) {
            Node *node = &graph->nodes[i];
            if (node->outcome == 2 && node->starts_turn)
                node->value = (int16_t)best_move(graph, node, true);
        }
        for (uint32_t i = 0; i < graph->node_count; i++)
            if (graph->values[i] != INSIDE && graph->values[i] != graph->nodes[i].value) {
                graph->values[i] = graph->nodes[i].value;
                has_changed = true;
            }
    }
}

static Bits next_set(Bits set)
{
    const Bits low = set & -set, up = set + low;
    return up | ((set ^ up) / low >> 2);
}

/* No image of the set is less. */
static bool is_least(const Topology *topology, Bits set)
{
    for (int s = 0; s < topology->symmetry_count; s++)
        if (image(topology, s, set) < set)
            return false;
    return true;
}

/* Enters every position with these numbers of pieces, up to symmetry. */
static void enter_all(Graph *graph, int mover, int other)
{
    const Bits end = bit(graph->rules->topology.point_count);

    for (Bits own = bit(mover) - 1; own < end; own = next_set(own)) {
        if (!is_least(&graph->rules->topology, own))
            continue;
        for (Bits theirs = bit(other) - 1; theirs < end; theirs = next_set(theirs))
            if (!(own & theirs)) {
                const Node node = { .key = { (uint64_t)own << 32 | theirs, 0 } };
                const Position pos = position_of(graph, &node);
                enter(graph, &pos, true);
            }
    }
}

static void build(Graph *graph, int max_pieces)
{
    const int least = graph->rules->least_pieces, most = graph->rules->value.PiecesCount;

    for (int mover = least; mover <= most; mover++)
        for (int other = least; other <= most && mover + other <= max_pieces; other++)
            if (mover + other < graph->rules->topology.point_count)
                enter_all(graph, mover, other);
    for (uint32_t i = 0; i < graph->node_count; i++)
        if (graph->nodes[i].outcome == 2 && !(graph->nodes[i].key.pending >> 8)) {
            const Position pos = position_of(graph, &graph->nodes[i]);
            follow(graph, i, &pos);
        }
    sweep(graph);
}

static uint64_t compare(const Graph *graph, const Tablebase *tb)
{
    uint64_t compared = 0;

    for (uint32_t i = 0; i < graph->node_count; i++) {
        const Node *node = &graph->nodes[i];
        TbResult result;
        if (node->outcome != 2 || node->key.pending >> 8)
            continue;
        const Position pos = position_of(graph, node);
        CHECK(tb_probe(tb, &pos, &result));
        const int value = result.wdl ? result.wdl * (WON - result.dtw) : 0;
        if (value != node->value) {
            fprintf(stderr, "own %x other %x: tablebase %d, fixed point %d\n", (unsigned)pos.pieces[WHITE],
                    (unsigned)pos.pieces[BLACK], value, node->value);
            exit(EXIT_FAILURE);
        }
        compared++;
    }
    return compared;
}

static void check_rules(const char *text, int max_pieces)
{
    char folder[] = "/tmp/sanmill-brute-XXXXXX", command[64];
    RuleValues values;
    Rules rules;
    Error error = { 0 };
    Graph graph = { .rules = &rules };

    CHECK(rules_read(&values, text, &error) && mkdtemp(folder));
    rules_prepare(&rules, &values);
    const TbBuildOptions options = { .folder = folder, .max_pieces = max_pieces, .threads = 2, .dtw_up_to = 24 };
    TbBuild *job = tb_build_new(&values, &options, &error);
    CHECK(job && tb_build_run(job, &error));
    tb_build_free(job);
    Tablebase *tb = tb_open(&rules, folder, &error);
    CHECK(tb);
    build(&graph, max_pieces);
    printf("%s, %d pieces: %llu positions agree\n", *text ? text : "nine_mens_morris", max_pieces,
           (unsigned long long)compare(&graph, tb));
    tb_close(tb);
    free(graph.nodes);
    free(graph.edges);
    free(graph.values);
    free(graph.places);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *rules;
        int max_pieces;
    } Small[] = {
        { "three_mens_morris", 6 },
        { "Board=2 PiecesCount=4 MayFly=false", 8 },
        { "Board=2 PiecesCount=4", 8 },
        { "Board=2 PiecesCount=5 MayRemoveMultiple=true MayRemoveFromMillsAlways=true", 8 },
        { "Board=2 PiecesCount=5 MayRemoveWhenAllInMills=false", 8 },
        { "Board=2 PiecesCount=5 StalemateAction=1 MayFly=false", 8 },
        { "Board=2 PiecesCount=5 StalemateAction=2 MayFly=false", 8 },
        { "Board=2 PiecesCount=5 StalemateAction=3 MayFly=false", 8 },
        { "Board=2 PiecesCount=5 StalemateAction=4 MayFly=false", 8 },
        { "Board=2 PiecesCount=5 StalemateAction=5 MayFly=false", 8 },
        { "Board=2 PiecesCount=4 CustodianCaptureEnabled=true", 8 },
        { "Board=2 PiecesCount=4 InterventionCaptureEnabled=true MayRemoveMultiple=true", 8 },
        { "Board=2 PiecesCount=4 LeapCaptureEnabled=true StalemateAction=1 MayFly=false", 8 },
        { "Board=2 PiecesCount=5 PiecesAtLeastCount=4 FlyPieceCount=4", 8 },
        { "six_mens_morris", 7 },
        { "Board=1", 6 },
        { "Board=1 MayFly=false StalemateAction=1", 6 },
    };

    if (argc == 3) {
        check_rules(argv[1], atoi(argv[2]));
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < sizeof Small / sizeof *Small; i++)
        check_rules(Small[i].rules, Small[i].max_pieces);
    return EXIT_SUCCESS;
}
