"""What is heard, felt and spoken while the real app is played; only the phone's own services are stand-ins."""

from __future__ import annotations

import struct
import sys
import threading
import wave
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import plyer
import pytest
from kivy.core.audio import SoundLoader

from ci.assets import make_sounds
from sanmill.control.board import intents
from sanmill.control.play.intents import StartTwoPlayers, StartVersus
from sanmill.control.views.cues import Cue
from sanmill.core import settings
from sanmill.ui import platform
from sanmill.ui.sounds import APART
from sanmill.ui.speech import Speech
from tests.kit import play_scenes
from tests.kit.driver import Driver
from tests.kit.patience import HANG

SOUNDS = Path(__file__).resolve().parents[2] / "assets" / "sounds"


@pytest.fixture
def heard(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sounds as they are played, really loaded ones."""
    names: list[str] = []
    sounds = driver.app.feedback.sounds
    driver.until(lambda: len(sounds.loaded) == len(Cue))
    for cue, sound in sounds.loaded.items():
        play = sound.play

        def record(play: Any = play, name: str = cue.value) -> None:
            names.append(name)
            play()

        monkeypatch.setattr(sound, "play", record)
    return names


@pytest.fixture
def felt(monkeypatch: pytest.MonkeyPatch, iphone: Any) -> list[float]:
    """How long the phone vibrates each time."""
    times: list[float] = []
    service = ModuleType("vibrator")
    service.vibrate = times.append  # type: ignore[attr-defined]
    monkeypatch.setattr(plyer, "vibrator", service)
    return times


@pytest.fixture
def spoken(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the phone speaks."""
    words: list[str] = []
    service = ModuleType("tts")
    service.speak = words.append  # type: ignore[attr-defined]
    monkeypatch.setattr(plyer, "tts", service)
    driver.set(settings.SPEECH, True)
    driver.until(lambda: words)
    words.clear()
    return words


# The sounds themselves.


@pytest.mark.parametrize("cue", list(Cue))
def test_sound_decodes_is_short_and_does_not_clip(cue: Cue) -> None:
    sound = SoundLoader.load(str(SOUNDS / f"{cue.value}.wav"))
    assert sound is not None
    assert 0.05 < sound.length < 1.0
    with wave.open(str(SOUNDS / f"{cue.value}.wav")) as file:
        samples = struct.unpack(f"<{file.getnframes()}h", file.readframes(file.getnframes()))
    assert 8000 < max(abs(sample) for sample in samples) < 30000
    assert max(abs(sample) for sample in samples[-50:]) < 400  # it ends without a click


def test_sounds_are_small_and_generated_by_script(tmp_path: Path) -> None:
    make_sounds.main(tmp_path)
    for path in sorted(tmp_path.glob("*.wav")):
        made, kept = path.read_bytes(), (SOUNDS / path.name).read_bytes()
        assert len(made) == len(kept)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in SOUNDS.glob("*.wav")}
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.wav")) < 150_000


# When they are heard.


def test_moves_refusals_and_mills_play_sounds(driver: Driver, heard: list[str]) -> None:
    play_scenes.start(driver, play_scenes.MILL)
    assert heard == []
    driver.tap("c5")
    assert heard == ["place"]
    driver.tap("c5")
    driver.tap("c5")  # refused twice, said twice
    assert heard == ["place", "illegal", "illegal"]
    driver.tap("c4", "a7")
    assert heard[3:] == ["place", "mill"]
    driver.tap("b4")
    assert heard[5:] == ["remove"]
    driver.send(intents.Undo())
    assert heard[6:] == []


def test_slide_and_win_play_sounds(driver: Driver, heard: list[str]) -> None:
    play_scenes.start(driver, play_scenes.MIDDLE)
    driver.tap("e4", "f4")
    assert heard == ["move"]
    play_scenes.start(driver, play_scenes.LAST, is_versus=True)
    heard.clear()
    driver.tap("d7", "a1", "b2")
    driver.until(lambda: len(heard) == 3)
    assert heard == ["mill", "remove", "win"]


def test_loss_and_draw_play_sounds(driver: Driver, heard: list[str]) -> None:
    play_scenes.start(driver, play_scenes.MIDDLE, is_versus=True)
    driver.send(intents.Resign(), intents.Answer(True))
    assert heard == ["lose"]
    play_scenes.start(driver, play_scenes.MIDDLE)
    driver.send(intents.OfferDraw(), intents.Answer(True))
    assert heard == ["lose", "draw"]


def test_engine_move_plays_sound_without_vibration(driver: Driver, heard: list[str], felt: list[float]) -> None:
    driver.set(settings.LEVEL, 1)
    driver.send(StartVersus())
    driver.tap("d6")
    driver.until(lambda: len(heard) == 2)
    assert heard == ["place", "place"]
    assert felt == [0.01]


def test_mill_vibrates_longer(driver: Driver, felt: list[float]) -> None:
    play_scenes.start(driver, play_scenes.MILL)
    driver.tap("a7", "b4")
    assert felt == [0.03, 0.01]
    driver.set(settings.VIBRATION, False)
    driver.tap("c5")
    assert felt == [0.03, 0.01]


def test_sound_and_volume_settings_apply_at_once(driver: Driver, heard: list[str]) -> None:
    sounds = driver.app.feedback.sounds.loaded
    driver.set(settings.VOLUME, 5)
    driver.frames(2)
    assert heard == ["place"]
    assert sounds[Cue.PLACE].volume == pytest.approx(0.25)
    driver.set(settings.SOUND, False)
    play_scenes.start(driver, play_scenes.MILL)
    driver.tap("a7", "b4")
    assert heard == ["place"]


def test_sounds_end_with_the_pause(driver: Driver, heard: list[str]) -> None:
    sounds = driver.app.feedback.sounds
    sounds.play((Cue.MILL, Cue.WIN), 1.0)
    driver.until(lambda: heard == ["mill"])
    driver.app.dispatch("on_pause")
    assert sounds.loaded[Cue.MILL].state == "stop"
    driver.seconds(2 * APART)
    assert heard == ["mill"]


def test_restored_game_is_silent(driver: Driver, heard: list[str]) -> None:
    play_scenes.opening(driver)
    heard.clear()
    driver.app.dispatch("on_pause")
    driver.app.dispatch("on_resume")
    driver.send(intents.JumpTo(3), intents.JumpTo(4), intents.ReturnToNow())
    assert heard == []


# What is spoken.


def test_moves_and_results_are_spoken(driver: Driver, spoken: list[str]) -> None:
    play_scenes.start(driver, play_scenes.LAST, is_versus=True)
    driver.until(lambda: "Nine Men’s Morris" in spoken)  # nothing is said later
    spoken.clear()
    driver.send(intents.TapPoint("d7"), intents.TapPoint("a1"), intents.TapPoint("b2"))
    driver.until(lambda: any("win" in words for words in spoken))
    assert "White from d7 to a1. Mill! Take a piece." in spoken
    assert "White takes b2. You win! Ramon is down to two pieces. Now I am the one who learns." in spoken


def test_refusals_and_buttons_are_spoken_in_app_language(driver: Driver, spoken: list[str]) -> None:
    driver.set(settings.LANGUAGE, "de")
    play_scenes.start(driver, play_scenes.MILL)
    driver.send(intents.TapPoint("a1"))
    driver.until(lambda: "Ziehen kannst du, sobald alle Steine gesetzt sind." in spoken)
    driver.press("Menü")
    driver.until(lambda: {"Menü", "Mehr"} & set(spoken))  # the title of the sheet may take the place of the button


def test_finger_names_points_and_second_finger_plays(driver: Driver, spoken: list[str]) -> None:
    play_scenes.start(driver, play_scenes.MILL)
    driver.until(lambda: "Nine Men’s Morris" in spoken)  # nothing is said later
    spoken.clear()
    board = driver.parts.board
    place = {name: board.to_window(*board.geometry.at(name)) for name in ("g7", "a7", "b4", "d6")}
    finger = driver.finger(*place["g7"])
    driver.until(lambda: "g7, White" in spoken)
    driver.move(finger, *place["a7"])
    driver.until(lambda: "a7, empty" in spoken)
    driver.lift(finger)
    driver.frames(2)
    assert not driver.view.moves  # one finger only looks
    finger = driver.finger(*place["a7"])
    driver.touch(*place["d6"])
    assert len(driver.view.moves) == 1
    driver.move(finger, *place["b4"])
    driver.until(lambda: "b4, Black, can be taken" in spoken)
    driver.touch(*place["d6"])
    driver.lift(finger)
    assert driver.view.moves[0].words == "a7xb4"


def test_keyboard_focus_names_points_and_buttons(driver: Driver, spoken: list[str]) -> None:
    play_scenes.start(driver, play_scenes.MILL)
    driver.until(lambda: "Nine Men’s Morris" in spoken)  # nothing is said later
    driver.key(9)
    driver.until(lambda: spoken[-1] == "Back")
    driver.key(9)
    driver.until(lambda: spoken[-1] == "d5, empty")
    driver.key(273)
    driver.until(lambda: spoken[-1] == "d6, empty")


def test_switches_and_sliders_speak_their_value(driver: Driver, spoken: list[str]) -> None:
    driver.open("settings_group:sound")
    driver.until(lambda: "Sound" in spoken)
    driver.press("Vibration")
    driver.until(lambda: spoken[-1] == "Vibration, off")
    volume = driver.app.nav.screens.current_screen.rows["app.volume"].ids.slider
    volume.step(-2)
    driver.until(lambda: spoken[-1] == "5")


def test_spoken_words_are_also_shown(driver: Driver, spoken: list[str]) -> None:
    driver.send(StartTwoPlayers())
    driver.go("play")
    driver.send(intents.TapPoint("d6"))
    driver.frames(2)
    shown = [widget.text for widget in driver.walk() if getattr(widget, "text", "")]
    assert "White to d6. Black places. 9 in hand." in shown
    title = driver.app.say(driver.view.title)
    assert title not in shown
    driver.set(settings.SPEECH, False)
    driver.frames(2)
    assert title in [widget.text for widget in driver.walk() if getattr(widget, "text", "")]


def test_disabled_speech_is_silent(driver: Driver, spoken: list[str]) -> None:
    driver.set(settings.SPEECH, False)
    play_scenes.start(driver, play_scenes.MILL)
    driver.tap("a7")
    assert len(driver.view.moves) == 1  # one finger plays again
    driver.frames(5)
    assert spoken == []


# The phone.


class AndroidSpeech:
    """Android's TextToSpeech, which needs a moment to wake up."""

    SUCCESS, QUEUE_FLUSH, QUEUE_ADD = 0, 0, 1

    def __init__(self) -> None:
        self.said: list[tuple[str, str, int]] = []
        self.language = ""
        self.naps = 2
        self.is_done, self.is_shut_down = threading.Event(), threading.Event()

    def __call__(self, _activity: object, _listener: object) -> AndroidSpeech:
        return self

    def setLanguage(self, language: str) -> None:
        self.language = language

    def speak(self, words: str, mode: int, _parameters: object) -> int:
        self.naps -= 1
        if self.naps >= 0:
            return -1
        self.said.append((words, self.language, mode))
        self.is_done.set()
        return 0

    def shutdown(self) -> None:
        self.is_shut_down.set()


def test_android_speech_starts_after_initialisation(monkeypatch: pytest.MonkeyPatch) -> None:
    speech = AndroidSpeech()
    activity = type("PythonActivity", (), {"mActivity": None})
    classes = {"android.speech.tts.TextToSpeech": speech, "java.util.Locale": str}
    jnius = ModuleType("jnius")
    jnius.JavaException = OSError  # type: ignore[attr-defined]
    jnius.autoclass = lambda name: classes.get(name, activity)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jnius", jnius)
    monkeypatch.setattr(platform, "kind", "android")
    voice = Speech()
    voice.say("Mühle!", "de")
    assert speech.is_done.wait(HANG)
    voice.close()
    assert speech.said == [("Mühle!", "de", AndroidSpeech.QUEUE_ADD)]
    assert speech.is_shut_down.wait(HANG)


def test_missing_speech_or_vibration_is_ignored(monkeypatch: pytest.MonkeyPatch, iphone: Any) -> None:
    tried: list[object] = []
    was_tried = threading.Event()

    def fail(argument: object) -> None:
        tried.append(argument)
        was_tried.set()
        raise NotImplementedError

    monkeypatch.setattr(plyer, "tts", SimpleNamespace(speak=fail))
    speech = Speech()
    speech.say("one", "en")
    assert was_tried.wait(HANG)
    speech.say("two", "en", is_urgent=True)
    speech.close()
    assert tried == ["one"]  # a failed attempt is the last one
    monkeypatch.setattr(plyer, "vibrator", SimpleNamespace(vibrate=fail))
    platform.vibrate(0.01)
    assert tried == ["one", 0.01]
