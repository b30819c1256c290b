"""The thesaurus: by which words texts speak of a column, one file a theme; `cues` looks them up."""
