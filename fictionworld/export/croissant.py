"""`croissant`: metadata of a folder of Parquet files, as <https://mlcommons.org/croissant> 1.0."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_URL = "https://github.com/fictionworld/fictionworld"


def croissant(
    folder: Path,
    title: str,
    version: str,
    schemas: Mapping[str, pl.Schema],
    files: Mapping[str, Sequence[str]],
) -> str:
    """Return the metadata of the files in `folder` as JSON.

    Args:
        folder: Where the files are, for their sizes and hashes.
        title: The dataset's name.
        version: What tells this dataset from others: its content hash.
        schemas: The columns of each configuration.
        files: The files of each configuration, as paths from the folder: one for each split.
    """
    distribution = [_file(folder, path) for paths in files.values() for path in paths]
    records = [_records(path, schemas[name]) for name, paths in files.items() for path in paths]
    metadata = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": title,
        "description": "Questions over fictional relational worlds, and the worlds' tables.",
        "version": f"1.0.0+{version[:12]}",
        "license": "https://www.apache.org/licenses/LICENSE-2.0",
        "url": _URL,
        "citeAs": f"The fictionworld authors, {_URL}, content hash {version}",
        "distribution": distribution,
        "recordSet": records,
    }
    return json.dumps(metadata, indent=1) + "\n"


def _file(folder: Path, path: str) -> dict[str, Any]:
    content = (folder / path).read_bytes()
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{len(content)} B",
        "encodingFormat": "application/x-parquet",
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _records(path: str, schema: pl.Schema) -> dict[str, Any]:
    name = path.removesuffix(".parquet")
    fields = []
    for column, kind in schema.items():
        inner = getattr(kind, "inner", None)
        fields.append({
            "@type": "cr:Field",
            "@id": f"{name}/{column}",
            "name": column,
            "dataType": _type(inner or kind),
            **({"repeated": True} if inner is not None else {}),
            "source": {"fileObject": {"@id": path}, "extract": {"column": column}},
        })  # fmt: skip
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}


def _type(kind: Any) -> str:  # noqa: ANN401 - a polars type, as a class or an instance
    if kind.is_integer():
        return "sc:Integer"
    if kind.is_numeric():
        return "sc:Float"
    named = {"Boolean": "sc:Boolean", "Date": "sc:Date"}
    return named.get(str(kind), "sc:Text")
