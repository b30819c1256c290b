"""The fictional web: which pages a world has, which facts each states, and how it says them."""
