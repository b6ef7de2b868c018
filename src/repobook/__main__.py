"""``python -m repobook``."""

from repobook.cli import main

if __name__ == "__main__":
    main()
