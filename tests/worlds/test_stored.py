"""Stored worlds, one after another."""

from __future__ import annotations

from dataclasses import replace

from fictionworld.worlds.stored import stored_worlds
from tests.small import small_dataset


def test_each_world_has_its_own_rows_in_whatever_order_they_were_read():
    for stored in stored_worlds(small_dataset()):
        parted = dict(stored.each())
        assert list(parted) == stored.worlds["world_id"].sort().to_list()
        for world_id, frames in parted.items():
            for name, frame in frames.items():
                whole = stored.frames[name]
                assert frame.equals(whole.filter(whole["world_id"] == world_id))
        turned = {name: frame.reverse() for name, frame in stored.frames.items()}
        for world_id, frames in replace(stored, frames=turned).each():
            for name, frame in frames.items():
                assert frame.reverse().equals(parted[world_id][name])
