"""The rules of a pack, each as a check over many worlds at once."""
