"""What derived cells must hold, worked out a second time, in another way than the generator did."""
