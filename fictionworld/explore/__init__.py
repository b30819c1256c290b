"""A dataset in a browser: what pack authors, auditors and trainers otherwise read in terminals."""
