"""The rules and the search of Luzhanqi over flat arrays of numbers, compiled by numba.

One array of whole numbers each: `rules` (tables.py, made from the plain rules) and `state` (state.py). The
plain rules stay the referee; a differential test holds this twin to them.
"""
