"""Several processes that serve one port of one machine: what `serve --workers N` does beyond `serve`."""
