"""The tabs, one module each, with one `build(context, page)` that makes the tab where it is called
and wires its events."""
