"""The play screen: every touch becomes an intent, every view is shown."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from sanmill.control.board import intents
from sanmill.control.intents import Open
from sanmill.control.play.intents import ChangeHand, SetTurn, ShowPanel
from sanmill.control.routes import Kind, Route
from sanmill.control.views.types import Action, GameView, Prompt, SetUpView
from sanmill.core.game.model import Content, Side
from sanmill.core.imports import imported
from sanmill.core.text.i18n import text
from sanmill.core.themes import BoardTheme
from sanmill.ui.app_port import the_app
from sanmill.ui.board.pen import ink
from sanmill.ui.direction import BoxLayout
from sanmill.ui.split_layout import BETWEEN, BOARD_MAX, EDGE, split
from sanmill.ui.widgets import (  # noqa: F401 - their classes are used by name
    move_list,
    player_strip,
    reward,
    run_bar,
    speech_bubble,
)
from sanmill.ui.widgets.action_bar import commands
from sanmill.ui.widgets.base import BarButton, Tappable, WrappedLabel, load_kv
from sanmill.ui.widgets.evaluation import EvaluationBar, EvaluationGraph  # noqa: F401
from sanmill.ui.widgets.route_screen import RouteScreen

GAP, BAR, MESSAGE, LIST_FROM, LEGEND_FROM, BOARD_MIN, TABLE_MIN = 4, 56, 72, 660, 420, 160, 120  # dp
BUBBLE_MAX = 420  # dp wide
EVALUATION = 10  # dp of the bar and the gap above it
RESERVE = 24  # dp for a longer message
LEGEND_BELOW = 400  # sp beside a board as wide as the screen
MENU = Open(Route(Kind.MORE))
RETURN = Action("restart_alt", text("play.return"), intents.ReturnToNow())
RESULT_AFTER = 1.4  # seconds, so that the last move and the winner's pieces are seen
FEAST_AFTER = 2.6  # the same after a first win


class PlayLayout(FloatLayout):
    """Places the board first, then the rest: stacked, or in a panel next to it."""

    hand = StringProperty("right")
    is_rtl = BooleanProperty(False)

    def on_hand(self, *_: Any) -> None:
        self._trigger_layout()

    def do_layout(self, *_: Any) -> None:
        parts = self.screen.ids if self.screen else None
        if not parts or self.width < dp(100):
            return
        if self.width > self.height:
            self._lay_split(parts)
        else:
            self._lay_stacked(parts)

    def _lay_stacked(self, parts: Any) -> None:
        self._hide(parts.graph, parts.table)
        parts.moves.has_strip = True
        inner = min(self.width - 2 * dp(EDGE), dp(BOARD_MAX))
        margin = (self.width - inner) / 2
        usual = self._usual_slack(parts, inner)
        shift = max(0.0, usual - dp(RESERVE)) * 0.35  # of the board, from where it could be
        below = self._below(parts, has_list=self.height >= dp(LIST_FROM))
        fixed = self._height_without_board(parts, below)
        is_tight = fixed + inner + min(0.0, usual) + shift > self.height
        if is_tight and not self.screen.is_looking_back:  # the board keeps its place, the list makes room
            below = self._below(parts, has_list=False)
            fixed = self._height_without_board(parts, below)
        board = max(dp(BOARD_MIN), min(inner + min(0.0, usual), self.height - fixed))
        slack = max(0.0, self.height - fixed - board)
        y = self.top - dp(BAR)
        _place(parts.bar, self.x, y, self.width, dp(BAR))
        y -= min(slack, shift)
        raised = dp(EVALUATION) if self.screen.has_evaluation else 0  # the strip makes room, the board keeps its place
        y = self._stack(parts, parts.top, self.x + margin, y + raised, inner)
        y = self._place_evaluation(parts, self.x + margin, y, inner)
        y -= dp(GAP)
        _place(parts.board, self.x + margin, y - board, inner, board)
        y = self._stack(parts, parts.bottom, self.x + margin, y - board - dp(GAP), inner)
        for part in below[:-1]:
            y = self._stack(parts, part, self.x + margin, y - dp(GAP), inner)
        _place(below[-1], self.x + margin, self.y + slack * 0.25, inner, below[-1].height)
        self._place_bubble(parts)

    def _usual_slack(self, parts: Any, board: float) -> float:
        """The height that remains with a short message and the buttons: questions and long messages move no board."""
        rows = (parts.moves,) if self.height >= dp(LIST_FROM) and self.screen.has_moves else ()
        usual = (parts.top, parts.bottom, *rows, parts.actions)
        message = min(parts.message.height, dp(MESSAGE))
        fixed = dp(BAR) + sum(self._wanted(parts, part) for part in usual) + message
        return float(self.height - fixed - dp(GAP) * (len(usual) + 2) - board)

    def _height_without_board(self, parts: Any, below: list[Any]) -> float:
        heights = [self._wanted(parts, part) for part in (parts.top, parts.bottom, *below)]
        return float(dp(BAR) + sum(heights) + dp(GAP) * (len(below) + 3))

    def _lay_split(self, parts: Any) -> None:
        board, panel, margin = split(self.width, self.height)
        start, between = self.x + margin, dp(EDGE + BETWEEN)
        is_left = self.hand == "left"
        x, board_x = (start, start + panel + between) if is_left else (start + board + between, start + dp(EDGE))
        _place(parts.board, board_x, self.center_y - board / 2, board, board)
        height = min(self.height, max(board, dp(420)))
        bottom, y = self.center_y - height / 2, self.center_y + height / 2 - dp(BAR)
        _place(parts.bar, x, y, panel, dp(BAR))
        *middle, last = self._below(parts, has_list=True)
        room = y - bottom - last.height
        if sum(self._wanted(parts, part) + dp(GAP) for part in (parts.top, parts.bottom, *middle)) > room:
            *middle, last = self._below(parts, has_list=False)
        middle = self._fitting(parts, [parts.top, parts.bottom, *middle], room)
        has_list = parts.moves in middle
        for part in (part for part in middle if part is not parts.moves):
            if part is parts.bottom:
                y = self._place_evaluation(parts, x, y, panel)
            limit = y - bottom - last.height - 2 * dp(GAP) if part is parts.set_up else None
            y = self._stack(parts, part, x, y - dp(GAP), panel, limit)
        _place(last, x, bottom, panel, last.height)
        self._lay_moves(parts, x, bottom + last.height + dp(GAP), y - dp(GAP), panel, has_list=has_list)
        self._place_bubble(parts)

    def _lay_moves(self, parts: Any, x: float, bottom: float, top: float, width: float, *, has_list: bool) -> None:
        """Give the rest of the panel to the graph and the whole move list above its buttons, or to a row of moves."""
        has_table = has_list and top - bottom >= dp(TABLE_MIN) + parts.moves.height
        if has_table:
            _place(parts.moves, x, bottom, width, parts.moves.height)
            bottom += parts.moves.height + dp(GAP)
        elif has_list:
            self._stack(parts, parts.moves, x, top, width)
        parts.moves.has_strip = not has_table
        if has_table and self.screen.has_graph and top - bottom >= dp(TABLE_MIN) + parts.graph.height:
            top = self._stack(parts, parts.graph, x, top, width) - dp(GAP)
        else:
            self._hide(parts.graph)
        if has_table:
            _place(parts.table, x, bottom, width, top - bottom)
        else:
            self._hide(parts.table)

    def _fitting(self, parts: Any, wanted: list[Any], room: float) -> list[Any]:
        """Drop the player strips if the panel is too low: the status says whose turn it is. A question drops it too."""
        for extra in (parts.top, parts.bottom, *([parts.message] if self.screen.has_prompt else [])):
            if sum(self._wanted(parts, part) + dp(GAP) for part in wanted) > room:
                wanted = [part for part in wanted if part is not extra]
                self._hide(extra)
        return wanted

    def _wanted(self, parts: Any, part: Any) -> float:
        return float(self.screen.set_up_rows.height if part is parts.set_up else part.height)

    def _stack(self, parts: Any, part: Any, x: float, y: float, width: float, room: float | None = None) -> float:
        """Place a part below y; return its lower edge."""
        height = self._wanted(parts, part)
        height = height if room is None else min(height, room)
        _place(part, x, y - height, width, height)
        return float(y - height)

    def _below(self, parts: Any, *, has_list: bool) -> list[Any]:
        """Return the parts below the board and hide the others."""
        shown = [parts.message]
        hidden: list[Any] = []
        for part, is_shown in (
            (parts.set_up, self.screen.has_set_up),
            (parts.moves, has_list and self.screen.has_moves),
            (parts.prompt, self.screen.has_prompt),
            (parts.actions, not self.screen.has_prompt),
        ):
            (shown if is_shown else hidden).append(part)
        self._hide(*hidden)
        return shown

    def _hide(self, *parts: Any) -> None:
        """Move parts off the screen; never one that is placed later, as each change of place asks for a new layout."""
        for part in parts:
            part.x = self.x - dp(4000)

    def _place_bubble(self, parts: Any) -> None:
        """Above the upper strip, over the title: what the opponent says moves nothing."""
        bubble, bar, strip = parts.bubble, parts.bar, parts.top
        if not bubble.is_shown:
            self._hide(bubble)
            return
        has_strip = strip.right > self.x
        start, end = (max(bar.x, strip.x), min(bar.right, strip.right)) if has_strip else (bar.x, bar.right)
        start, end = max(bar.x + dp(BAR), start + dp(44)), end - dp(4)
        bubble.width = min(end - start, dp(BUBBLE_MAX))
        bubble.x = bar.x + bar.right - start - bubble.width if self.is_rtl else start
        y = bar.top - dp(2) - bubble.height  # set once: each change of place asks for another layout
        bubble.y = min(y, strip.top + dp(9)) if has_strip else y

    def _place_evaluation(self, parts: Any, x: float, y: float, width: float) -> float:
        if not self.screen.has_evaluation:
            self._hide(parts.evaluation)
            return y
        _place(parts.evaluation, x, y - dp(EVALUATION), width, dp(8))
        return float(y - dp(EVALUATION))


def _toggle(parent: Any, part: Any, is_shown: bool) -> None:
    """Add a part at the end, or remove it."""
    if is_shown and part.parent is None:
        parent.add_widget(part)
    elif not is_shown and part.parent is not None:
        parent.remove_widget(part)


class PenButton(BarButton):
    """The colour of the pen; a tap takes the next one."""

    colour = StringProperty()

    def ground(self, theme: BoardTheme) -> tuple[float, ...]:
        return theme.board

    def ink(self, colour: str, theme: BoardTheme) -> tuple[float, ...]:
        return ink(colour, theme) if colour else theme.board


class MessageArea(Tappable):
    """The status and the messages; a tap shows the last ones again."""

    screen = ObjectProperty(None, allownone=True, rebind=True)

    def on_release(self) -> None:
        self.screen.open_messages()


class SetUpRows(BoxLayout):
    screen = ObjectProperty(None)

    def show(self, view: SetUpView) -> None:
        parts, say = self.ids, the_app().say
        for counter, row in zip(view.counters, (parts.white_hand, parts.black_hand)):
            row.count = counter.count
            row.can_add, row.can_take = counter.can_add, counter.can_take
        parts.turn.choices = [("white", say("set_up.white_turn")), ("black", say("set_up.black_turn"))]
        parts.turn.value = view.side.name.lower()


def _place(part: Any, x: float, y: float, width: float, height: float) -> None:
    part.size = (round(width), round(height))
    part.pos = (round(x), round(y))


class PlayScreen(RouteScreen):
    """Shows a game, a position being set up, or a lesson."""

    status = StringProperty()
    notice = StringProperty()
    more = StringProperty()  # a second message
    is_wide = ObjectProperty(None, allownone=True)  # whether there is a panel; unknown before the first layout
    is_entered = BooleanProperty(False)  # before that, pieces are set up at once
    names_points = BooleanProperty(False)
    has_graph = BooleanProperty(False)
    is_graph_complete = BooleanProperty(False)
    has_badges = BooleanProperty(False)
    is_refusal = BooleanProperty(False)
    is_looking_back = BooleanProperty(False)
    has_chip = BooleanProperty(False)  # a way back beside the message
    has_prompt = BooleanProperty(False)
    has_moves = BooleanProperty(False)
    has_set_up = BooleanProperty(False)
    has_evaluation = BooleanProperty(False)
    pen = StringProperty()  # the colour that is drawn in, while something is drawn
    prompt = StringProperty()
    prompt_icon = StringProperty()
    headline = StringProperty()  # above the prompt

    def __init__(self, **kwargs: Any) -> None:
        self._view: GameView | None = None
        self._worded: GameView | None = None  # whose words are shown once its pieces have arrived
        self._legend: Any = None  # made when it is needed
        super().__init__(**kwargs)
        parts = self.ids
        self._layout = Clock.create_trigger(self._lay_out, -1)
        flexible = (parts.message, parts.top, parts.bottom, parts.graph, parts.prompt, parts.actions)
        for part in (*flexible, parts.bubble):
            part.bind(height=self._layout)
        for part in (parts.moves, parts.curve, parts.table):
            part.on_jump = lambda ply: self.app.send(intents.JumpTo(ply))
        self._fill_panel = Clock.create_trigger(self._show_panel, -1)
        self.bind(size=Clock.create_trigger(self._resize, -1))
        self.send_touches_of(parts.board)
        parts.board.bind(
            on_explore=lambda _, point: self.app.feedback.speak_point(point),
            on_draw=lambda _, start, end: self.app.send(intents.Draw(start, end)),
            flying=self._show_flying,
        )
        parts.board.captured_at = lambda content: self._captor(content).captured_at()
        parts.board.draw_moving_on(parts.layout.canvas.after)
        self._chip = parts.chip.__self__  # kept alive while it is not shown
        self.bind(has_chip=self._place_chip)
        self.bind(has_badges=self._place_legend, more=self._place_legend, size=self._place_legend)
        self._place_chip()

    def _lay_out(self, *_: Any) -> None:
        self.ids.layout.do_layout()

    def _captor(self, content: Content) -> Any:
        """The strip of the player who takes these pieces."""
        top, bottom = self.ids.top, self.ids.bottom
        return top if top.is_white is not (content is Content.WHITE) else bottom

    def _show_flying(self, _board: Any, flying: list[Content]) -> None:
        """A captured piece is shown beside its captor when it has arrived there."""
        for content in (Content.WHITE, Content.BLACK):
            self._captor(content).arriving = flying.count(content)

    def _place_chip(self, *_: Any) -> None:
        """Show the way back beside the message; a hidden button would still take touches."""
        _toggle(self.ids.message, self._chip, self.has_chip)

    def _place_legend(self, *_: Any) -> None:
        """Explain the marks of the analysis where there is room, also for the moves below two messages."""
        has_list, is_short = self.height >= dp(LIST_FROM), self.width < self.height < self.width + sp(LEGEND_BELOW)
        is_crowded = bool(self.more) and has_list and is_short
        is_shown = self.has_badges and self.height >= sp(LEGEND_FROM) and not is_crowded
        if is_shown and self._legend is None:
            self._legend = imported("sanmill.ui.widgets.review:VerdictLegend")()
        if self._legend is not None:
            _toggle(self.ids.area, self._legend, is_shown)

    def _resize(self, *_: Any) -> None:
        self.is_wide = self.width > self.height
        self._fill_panel()

    def on_is_wide(self, *_: Any) -> None:
        self.app.send(ShowPanel(self.is_wide))

    def _show_panel(self, *_: Any) -> None:
        """Fill the graph and the whole move list, where there is a panel for them."""
        view = self._view
        if view is None or not self.is_wide:
            return
        self.ids.table.show(view.moves)
        if view.evaluation:
            graph = view.evaluation.graph
            self.ids.curve.values, self.ids.curve.ply = list(graph), view.evaluation.ply
            self.is_graph_complete = None not in graph

    def on_enter(self, *_: Any) -> None:
        self.is_entered = True

    def on_leave(self, *_: Any) -> None:
        self.is_entered = False

    def open_messages(self) -> None:
        """Show the last messages again."""
        say, view = self.app.say, self._view
        sheet = imported("sanmill.ui.widgets.sheet:Sheet")(title=say("play.messages"))
        for words in (view.log if view else ()) or ((view.status,) if view else ()):
            sheet.add_widget(WrappedLabel(text=say(words)))
        self.app.nav.open_sheet(sheet)

    def change_pen(self) -> None:
        self.app.send(intents.NextColour())

    def open_more(self) -> None:
        self.nav.open(MENU.route)

    def open_moves(self) -> None:
        self.nav.open(Route(Kind.MOVES))

    def _show_way_back(self, view: GameView) -> None:
        """To the present, or to where the game came from."""
        way = RETURN if view.is_looking_back else view.way_back
        self.has_chip = way is not None
        if way:
            (command,) = commands([way])
            self._chip.icon, self._chip.label, self._chip.run = command.icon, command.label, command.run

    def back(self) -> bool:
        """Drop the chosen piece or decline the question first; a game tried out leads to where it came from."""
        view = self._view
        if view and (view.board.chosen or view.is_question):
            self.app.send(intents.ClearChoice())
            return True
        if view and view.way_back:
            self.app.send(view.way_back.intent)
            return True
        return False

    def hide(self) -> None:
        """What happens out of sight is not celebrated."""
        self._view = None
        Clock.unschedule(self._open_result)

    def show(self, view: GameView) -> None:
        old, self._view = self._view, view
        self._show_game(view)
        if old and _termination(old) != _termination(view):
            Clock.unschedule(self._open_result)
        if old and old.mode == view.mode:
            self._celebrate(old, view)

    def _celebrate(self, old: GameView, view: GameView) -> None:
        """The end of a game, or of the first lesson."""
        result, board = view.result, self.ids.board
        if result and not old.result:
            if result.winner is not None:
                board.celebrate(result.winner, is_feast=result.is_feast)
            seconds = FEAST_AFTER if result.is_feast else RESULT_AFTER
            Clock.schedule_once(self._open_result, seconds if self.app.has_motion else 0)
        elif _is_feast(view.prompt) and not _is_feast(old.prompt):
            board.celebrate(view.bottom.side, is_feast=True)

    def _open_result(self, *_: Any) -> None:
        view = self._view
        if view and view.result and not view.is_looking_back and self.nav.sheet is None:
            self.nav.open(Route(Kind.RESULT))

    def _show_game(self, view: GameView) -> None:
        parts, say = self.ids, self.app.say
        self.title = say(view.title)
        evaluation = view.evaluation
        self.has_evaluation = evaluation is not None and evaluation.is_shown
        self.names_points = view.board.names_points
        self.is_looking_back = view.is_looking_back
        self._show_way_back(view)
        self.has_prompt = view.prompt is not None
        self.has_set_up = view.set_up is not None
        self.has_moves = view.mode not in ("set_up", "lesson")
        self.prompt = say(view.prompt.words) if view.prompt else ""
        self.prompt_icon = view.prompt.icon if view.prompt else ""
        self.headline = say(view.prompt.headline) if view.prompt and view.prompt.headline else ""
        parts.run.show(view.run)
        parts.top.show(view.top, view.bottom)
        parts.bottom.show(view.bottom, view.top)
        parts.moves.show(view.moves, view.board.ply)
        self.has_badges = bool(view.board.badges)
        is_told = evaluation is not None and (evaluation.is_shown or view.is_over)
        self.has_graph = is_told and bool(view.moves)
        self._fill_panel()
        parts.evaluation.show(evaluation.value if evaluation else None, has_motion=self.app.has_motion)
        parts.board.show(view.board)
        self._worded = view
        if not parts.board.is_landing:
            self.show_words()
        has_menu = any(action.intent == MENU for action in view.actions)
        self.pen = view.board.pen if view.board.shapes else ""
        parts.more.disabled = has_menu or not view.overflow
        parts.actions.show(commands(view.actions))
        answers = commands(view.prompt.actions) if view.prompt else []
        main = answers[-1] if view.prompt and view.prompt.has_main else None
        parts.answers.show([answer._replace(is_on=answer is main) for answer in answers])
        if view.set_up:
            self.set_up_rows.show(view.set_up)
        self._layout()

    def show_words(self) -> None:
        """Say how the game stands: words follow the pieces they speak of."""
        view, say = self._worded, self.app.say
        if view is None:
            return
        self.status, self.is_refusal = say(view.status), view.is_refusal
        self.ids.top.show_detail(view.top)
        self.ids.bottom.show_detail(view.bottom)
        evaluation = view.evaluation
        analysis = (evaluation.words,) if evaluation and evaluation.is_shown else ()
        messages = [say(words) for words in (*view.messages, *analysis) if words]
        if view.has_hint:  # what was asked for comes first
            self.status, messages[0] = messages[0], self.status
        self.notice, self.more = (*messages, "", "")[:2]
        self.ids.bubble.show(view.speech)
        self._layout()

    @cached_property
    def set_up_rows(self) -> SetUpRows:
        """Made when they are needed."""
        rows = SetUpRows(screen=self)
        rows.bind(height=self._layout)
        self.ids.set_up.add_widget(rows)
        return rows

    def change_hand(self, is_white: bool, change: int) -> None:
        self.app.send(ChangeHand(Side.WHITE if is_white else Side.BLACK, change))

    def set_turn(self, value: str) -> None:
        self.app.send(SetTurn(Side[value.upper()]))


def _is_feast(prompt: Prompt | None) -> bool:
    return prompt is not None and prompt.is_feast


def _termination(view: GameView) -> tuple[object, ...]:
    """What a result belongs to."""
    return (view.mode, view.result, *(move.words for move in view.moves))


load_kv(__file__)
