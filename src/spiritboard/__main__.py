"""Makes `python -m spiritboard` run the command."""

from spiritboard.cli import main

if __name__ == "__main__":
    main()
