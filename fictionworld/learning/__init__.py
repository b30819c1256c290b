"""A small policy that learns to search: what rewards and policies of results teach."""
