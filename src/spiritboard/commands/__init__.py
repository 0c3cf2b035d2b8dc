"""The parts of the `spiritboard` command, a module for each subcommand or group of them."""
