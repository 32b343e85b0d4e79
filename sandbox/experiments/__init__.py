"""The studies: cells, how one is run, how a trial is scored."""
