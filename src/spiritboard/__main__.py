"""`python -m spiritboard` is the command too."""

from spiritboard.cli import main

if __name__ == "__main__":
    main()
