"""Views, the immutable snapshots the screens show, and what builds them."""
