"""Numbers and dates that tell an answer, whatever their disguise."""

from fictionworld.leakage.quantities.quantity import Day, Quantity
from fictionworld.leakage.quantities.scanning import Scan, find_told, scan

__all__ = ["Day", "Quantity", "Scan", "find_told", "scan"]
