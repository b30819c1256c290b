"""The sentences that pages share: openings, asides, closings. None of them states a fact."""
