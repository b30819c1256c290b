"""Who words the text: models behind one small protocol, a batch of prompts in, completions out."""
