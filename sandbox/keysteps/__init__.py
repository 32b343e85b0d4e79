"""From a video of someone writing a solution to reviewed key-step items."""
