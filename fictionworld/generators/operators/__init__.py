"""How the values of each operator come to be, over the rows of many worlds at once."""
