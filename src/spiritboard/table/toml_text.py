"""Plain data as the text of a TOML file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence


def to_toml(data: Mapping[str, object]) -> str:
    """Returns a mapping as TOML: its own values first, then a section for each mapping and each list of mappings.

    Values that are None are left out. Raises TypeError for a value that TOML does not know."""
    blocks = [_lines({key: value for key, value in data.items() if not _is_section(value)})]
    for key, value in data.items():
        if isinstance(value, Mapping):
            blocks.append(f"[{_key(key)}]\n{_lines(value)}")
        elif _is_section(value):
            assert isinstance(value, Sequence)
            blocks += [f"[[{_key(key)}]]\n{_lines(item)}" for item in value]
    return "\n".join(block for block in blocks if block)


def _is_section(value: object) -> bool:
    items = value if isinstance(value, (list, tuple)) else [value]
    return bool(items) and all(isinstance(item, Mapping) for item in items)


def _lines(data: Mapping[str, object]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in data.items() if value is not None)


def _key(key: str) -> str:
    bare = key and all(char.isascii() and (char.isalnum() or char in "_-") for char in key)
    return key if bare else _text(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items() if each is not None)
        return f"{{ {inside} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(each) for each in value)}]"
    raise TypeError(f"TOML has no {type(value).__name__}.")


def _text(text: str) -> str:
    """Returns a text between quotes. TOML escapes what JSON does, and the character DEL, too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
