"""Foreign data sets as items; one module a data set."""
