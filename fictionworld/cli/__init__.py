"""The command line: parse, call, print. What a command does is documented where it is done."""
