"""The rule editor: a row per rule, a board that follows, and trial games."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from sanmill.control.routes import Kind, Route
from sanmill.control.variants.intents import NameDraft, ResetDraft, SaveDraft, SetRule, StartTrial, StopTrial
from sanmill.control.variants.workshop import RuleGroupView, RuleView, WorkshopView
from sanmill.ui import questions
from sanmill.ui.direction import BoxLayout
from sanmill.ui.widgets.action_bar import Command
from sanmill.ui.widgets.base import Row, Tappable, load_kv
from sanmill.ui.widgets.board_row import SmallBoard
from sanmill.ui.widgets.games_sheet import GamesSheet
from sanmill.ui.widgets.page import Page
from sanmill.ui.widgets.pickers import PickRow, PickSheet
from sanmill.ui.widgets.setting_rows import SliderRow, SwitchRow, TextRow
from sanmill.ui.widgets.text_sheets import NameSheet

from .screen import QuietSentence, Sentence

KEEP_FRAMES = 2  # until the page is laid out


class GroupHead(Tappable):
    """Header of a group; a tap shows or hides its rules."""

    label = StringProperty()
    detail = StringProperty()
    is_open = BooleanProperty(False)


class NoteText(BoxLayout):
    """A note on a rule's current value."""

    text = StringProperty()


class RuleRow(BoxLayout):
    def __init__(self, page: WorkshopPage, rule: RuleView, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._page = page
        self.rule = rule
        self.control = self._made(rule)
        self.add_widget(self.control)
        self._notes: list[NoteText] = []
        self.show(rule)

    def _made(self, rule: RuleView) -> Any:
        say, name = self._page.app.say, rule.name
        row: Any
        if rule.kind == "switch":
            row = SwitchRow(label=say(rule.label), detail=say(rule.help), is_on=bool(rule.value))
            row.bind(on_choose=lambda _, is_on: self._page.choose(name, int(is_on)))
        elif rule.kind == "number":
            row = SliderRow(label=say(rule.label), detail=say(rule.help))
            row.bind(on_choose=lambda _, place: self._page.choose(name, self.rule.choices[place][0]))
        else:
            row = PickRow(label=say(rule.label))
            row.bind(on_release=lambda _: self._pick())
        return row

    def _pick(self) -> None:
        say, rule = self._page.app.say, self.rule
        choices = [(value, say(words)) for value, words in rule.choices]
        sheet = PickSheet(title=say(rule.label), detail=say(rule.help), choices=choices, value=rule.value)
        sheet.then = lambda value: self._page.choose(rule.name, value)
        self._page.nav.open_sheet(sheet)

    def show(self, rule: RuleView) -> None:
        say, row, self.rule = self._page.app.say, self.control, rule
        if rule.kind == "switch":
            row.is_on = bool(rule.value)
        elif rule.kind == "number":
            row.words = say(rule.words)
            places = [value for value, _ in rule.choices]
            row.min, row.max = 0, len(places) - 1
            row.value = places.index(rule.value)
        else:
            row.words = say(rule.words)
        notes = [say(words) for words in rule.notes]
        if notes != [note.text for note in self._notes]:
            for note in self._notes:
                self.remove_widget(note)
            self._notes = [NoteText(text=words) for words in notes]
            for note in self._notes:
                self.add_widget(note)


class TrialSheet(GamesSheet):
    """Fast games under the rules of the draft."""

    begin = StartTrial()
    end = StopTrial()


class WorkshopPage(Page):
    """Edits a draft; its subject is the variant it started from."""

    open_groups = ListProperty(["board"])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._lang = ""  # of its rows
        self.rule_rows: dict[str, RuleRow] = {}
        self.group_heads: dict[str, GroupHead] = {}
        self.has_stage = True
        self.board = SmallBoard()
        self.ids.stage.add_widget(self.board)

    def show(self, view: WorkshopView) -> None:
        super().show(view)
        if self._lang == self.app.lang:
            self._refresh()
        else:
            self._lang = self.app.lang
            self.fill()

    def _refresh(self) -> None:
        say, view = self.app.say, self._view
        self.title = view.name or say("workshop.title")
        self.board.show(view.board)
        self._about.text = say(view.about)
        self._training.text = say(view.training) if view.training else ""
        for group in view.groups:
            changes = say("workshop.changes", count=group.changes) if group.changes else ""
            self.group_heads[group.name].detail = changes
            for rule in group.rules:
                if rule.name in self.rule_rows:
                    self.rule_rows[rule.name].show(rule)

    def fill(self) -> None:
        say, view = self.app.say, self._view
        content = self.ids.content
        content.clear_widgets()
        self.rule_rows.clear()
        self.group_heads.clear()
        self._about = Sentence()
        content.add_widget(self._about)
        self._training = QuietSentence()
        content.add_widget(self._training)
        self.name_row = TextRow(label=say("workshop.name"), hint=say("workshop.name_hint"), text=view.name)
        self.name_row.bind(on_choose=lambda _, name: self.app.send(NameDraft(name)))
        content.add_widget(self.name_row)
        for group in view.groups:
            self._add_group(group)
        anew = Row(icon="restart_alt", label=say("workshop.anew"), has_chevron=False, is_destructive=True)
        anew.bind(on_release=lambda _: self._ask_anew())
        content.add_widget(anew)
        self.set_foot(
            Command("speed", say("workshop.try"), self._try),
            Command("save", say("workshop.save"), self._save, is_on=True),
        )
        self._refresh()

    def back(self) -> bool:
        """Ask before changes are dropped."""
        if not self._view.is_changed:
            return False
        self.nav.confirm(questions.LEAVE_WORKSHOP, self._save, self._discard)
        return True

    def _discard(self) -> None:
        self.app.send(ResetDraft())
        self.nav.close_sheets()
        self.nav.back()

    def _add_group(self, group: RuleGroupView) -> None:
        head = GroupHead(label=self.app.say(group.title), is_open=group.name in self.open_groups)
        head.bind(on_release=lambda _: self._toggle(group.name))
        self.group_heads[group.name] = head
        self.ids.content.add_widget(head)
        if head.is_open:
            self._add_lines(group)

    def _add_lines(self, group: RuleGroupView) -> None:
        """Add the rules of a group below its header."""
        content, head = self.ids.content, self.group_heads[group.name]
        for rule in reversed(group.rules):
            self.rule_rows[rule.name] = RuleRow(self, rule)
            content.add_widget(self.rule_rows[rule.name], index=content.children.index(head))

    def _toggle(self, name: str) -> None:
        scroll, content, head = self.ids.scroll, self.ids.content, self.group_heads[name]
        above = (1 - scroll.scroll_y) * max(0.0, content.height - scroll.height)
        group = next(group for group in self._view.groups if group.name == name)
        head.is_open = not head.is_open
        if head.is_open:
            self.open_groups = [*self.open_groups, name]
            self._add_lines(group)
        else:
            self.open_groups = [each for each in self.open_groups if each != name]
            for rule in group.rules:
                content.remove_widget(self.rule_rows.pop(rule.name))
        self._keep_offset(above)

    def _keep_offset(self, above: float, frames: int = KEEP_FRAMES) -> None:
        """Keep the scroll offset until the new layout is done."""
        scroll, content = self.ids.scroll, self.ids.content
        room = content.height - scroll.height
        scroll.scroll_y = 1 - min(1.0, above / room) if room > 0 else 1.0
        if frames:
            Clock.schedule_once(lambda _: self._keep_offset(above, frames - 1), 0)

    def choose(self, rule: str, value: int) -> None:
        self.app.send(SetRule(rule, value))

    def _ask_anew(self) -> None:
        self.nav.confirm(questions.RESET_DRAFT, self._begin_anew)

    def _begin_anew(self) -> None:
        self.app.send(ResetDraft())
        self.fill()

    def _try(self) -> None:
        self.app.send(StartTrial())
        self.nav.open(Route(Kind.TRIAL))

    def _save(self) -> None:
        """Save under the name in its row, or ask for another one."""
        name = self.name_row.written
        error = self._save_as(name)
        if error:
            title = self.app.say("workshop.name_title")
            self.nav.open_sheet(NameSheet(title=title, name=name, error=error if name else "", then=self._save_as))

    def _save_as(self, name: str) -> str:
        return self.attempt(SaveDraft(name))


load_kv(__file__)
