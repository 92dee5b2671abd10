"""A sheet that browses folders, to open a file or to save one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.factory import Factory
from kivy.properties import StringProperty

from sanmill.core.text.names import encodable
from sanmill.ui.app_port import the_app

from .base import Row, load_kv
from .setting_rows import TextRow
from .sheet import Sheet

ROWS_MAX = 200


class FileBrowserSheet(Sheet):
    """Opens the file tapped; with ``content`` it has a name field and a save button instead."""

    path = StringProperty()

    def __init__(
        self,
        files: Any,
        *,
        suffixes: tuple[str, ...] = (),
        take: Any = None,
        file_name: str = "",
        content: str | bytes | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._files, self._suffixes, self._take, self._content = files, suffixes, take, content
        self._folder = Path(files.folder)
        self._picked: Path | None = None  # the file whose name is in the field
        if content is not None:
            self._name = TextRow(text=file_name)
            self.ids.above.add_widget(self._name)
            self.ids.foot.add_widget(Factory.SaveButton(on_release=lambda _: self.save()))
        self.browse(self._folder)

    def browse(self, folder: Path) -> None:
        self._files.list(folder, self._suffixes, lambda listing: self._show(*listing))

    def save(self) -> None:
        """Save into this folder under the name in the field."""
        name = Path(self._name.written.strip()).name
        if self._picked and self._picked.parent == self._folder and name == encodable(self._picked.name):
            name = self._picked.name
        if name:
            self._files.save_in(self._folder, name, self._content)

    def _show(self, folder: Path, names: list[tuple[str, bool]]) -> None:
        self._folder, self.path = folder, encodable(str(folder))
        rows = self.ids.rows
        rows.clear_widgets()
        if folder.parent != folder:
            self._add("arrow_back", the_app().say("files.up"), lambda: self.browse(folder.parent), has_chevron=False)
        for name, is_folder in names[:ROWS_MAX]:
            path = folder / name
            if is_folder:
                self._add("folder", name, lambda path=path: self.browse(path), has_chevron=True)
            else:
                self._add("list", name, lambda path=path: self._pick(path), has_chevron=False)

    def _pick(self, path: Path) -> None:
        if self._content is None:
            self._files.pick_path(path, self._take)
        else:
            self._picked, self._name.text = path, encodable(path.name)

    def _add(self, icon: str, label: str, run: Any, *, has_chevron: bool) -> None:
        row = Row(icon=icon, label=encodable(label), has_chevron=has_chevron, on_release=lambda _: run())
        self.ids.rows.add_widget(row)


load_kv(__file__)
