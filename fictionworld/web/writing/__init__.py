"""How pages are worded: values in house styles, phrases, blocks, and one writer for each kind."""
