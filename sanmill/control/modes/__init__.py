"""The modes of play: what a tap on the board means in each."""
