"""The rules, the beliefs and the search of Gunjin Shogi over flat arrays of numbers, compiled by numba.

One array of whole numbers each: `rules` (tables.py, made from the plain rules), `weights` (values.py) and
`state` (engine.py). The plain rules stay the referee; a differential test holds this twin to them.
"""
