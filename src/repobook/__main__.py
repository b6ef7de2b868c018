"""``python -m repobook``."""

if __name__ == "__main__":
    # Not for the processes that are started by ours: they read this file, and need no commands.
    from repobook.cli import main

    main()
