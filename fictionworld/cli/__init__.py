"""The command line: parse, call, print. What a command does is said in the room that does it."""
