"""One world as an SQLModel session: by classes, and in SQL of one's own.

python examples/query_in_sql.py worlds
"""

import sys

from sqlalchemy import text
from sqlmodel import select

import fictionworld as fw

dataset = fw.open(sys.argv[1])
world_id = next(one for one in dataset.world_ids if dataset.world(one).pack == "smartphones")
models = dataset.models("smartphones")

with dataset.session(world_id) as session:  # its queries see this world alone, and cannot write
    cheap = session.exec(select(models.Phone).where(models.Phone.price < 500)).all()
    print(f"world {world_id}: {len(cheap)} phones below 500")

    query = """
        SELECT brand.name, count(*) AS phones, min(price) AS cheapest
        FROM smartphones__phone AS phone
        JOIN smartphones__series AS series ON series.id = phone.series
        JOIN smartphones__brand AS brand ON brand.id = series.brand
        WHERE price < 500
        GROUP BY brand.name
        ORDER BY phones DESC, brand.name
    """
    for brand, phones, cheapest in session.connection().execute(text(query)):
        print(f"{brand}: {phones}, from {cheapest}")
