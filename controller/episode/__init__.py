"""One episode: set-up, observing, acting, evaluating."""
