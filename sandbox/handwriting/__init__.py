"""Written work as pictures: a pen font of our own, pages, column layouts, PNG and SVG."""
