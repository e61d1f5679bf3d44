"""The rules of SARIF 2.1.0's schema for the objects that Lathe writes: allowed and required properties, types, enumerations."""
import re

TEXT, NUMBER, LIST, OBJECT = str, int, list, dict
# object -> {property: (type, or the name of an object, or [name] for arrays of it)}, and the required properties.
SCHEMA = {
    "log": ({"$schema": TEXT, "version": TEXT, "runs": ["run"]}, {"version", "runs"}),
    "run": ({"tool": "tool", "columnKind": TEXT, "results": ["result"]}, {"tool"}),
    "tool": ({"driver": "component"}, {"driver"}),
    "component": ({"name": TEXT, "version": TEXT, "informationUri": TEXT, "rules": ["rule"]}, {"name"}),
    "rule": ({"id": TEXT, "shortDescription": "multiformat", "fullDescription": "multiformat", "help": "multiformat",
              "defaultConfiguration": "configuration"}, {"id"}),
    "multiformat": ({"text": TEXT, "markdown": TEXT}, {"text"}),
    "configuration": ({"level": TEXT, "enabled": bool}, set()),
    "result": ({"ruleId": TEXT, "ruleIndex": NUMBER, "level": TEXT, "message": "message", "locations": ["location"],
                "relatedLocations": ["location"], "fixes": ["fix"]}, {"message"}),
    "message": ({"text": TEXT, "markdown": TEXT}, {"text"}),
    "location": ({"id": NUMBER, "physicalLocation": "physical", "message": "message"}, set()),
    "physical": ({"artifactLocation": "artifact", "region": "region"}, {"artifactLocation"}),
    "artifact": ({"uri": TEXT, "index": NUMBER}, set()),
    "region": ({"startLine": NUMBER, "startColumn": NUMBER, "endLine": NUMBER, "endColumn": NUMBER}, set()),
    "fix": ({"description": "message", "artifactChanges": ["change"]}, {"artifactChanges"}),
    "change": ({"artifactLocation": "artifact", "replacements": ["replacement"]}, {"artifactLocation", "replacements"}),
    "replacement": ({"deletedRegion": "region", "insertedContent": "content"}, {"deletedRegion"}),
    "content": ({"text": TEXT, "binary": TEXT}, set()),
}
NOT_EMPTY = {"artifactChanges", "replacements"}
LEVELS = {"none", "note", "warning", "error"}
URI = re.compile(r"^[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]*$")


def problems(value, kind="log", where="$"):
    properties, required = SCHEMA[kind]
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    for name in required - value.keys():
        yield f"{where}.{name} is missing"
    for name, item in value.items():
        at = f"{where}.{name}"
        if name not in properties:
            yield f"{at} is not in the schema"
            continue
        wanted = properties[name]
        if isinstance(wanted, list):
            if not isinstance(item, list) or (name in NOT_EMPTY and not item):
                yield f"{at} is no array with items"
                continue
            for i, element in enumerate(item):
                yield from problems(element, wanted[0], f"{at}[{i}]")
        elif isinstance(wanted, str):
            yield from problems(item, wanted, at)
        elif not isinstance(item, wanted) or (wanted is int and isinstance(item, bool)):
            yield f"{at} has another type"
    yield from rules(value, kind, where)


def rules(value, kind, where):
    """What the schema says beyond types."""
    if kind == "log" and value.get("version") != "2.1.0":
        yield f"{where}.version"
    if kind == "run" and value.get("columnKind") not in ("utf16CodeUnits", "unicodeCodePoints"):
        yield f"{where}.columnKind"
    if kind in ("result", "configuration") and value.get("level", "none") not in LEVELS:
        yield f"{where}.level"
    if kind == "artifact" and not URI.match(value.get("uri", "")):
        yield f"{where}.uri is no URI reference: {value['uri']}"
    if kind == "region":
        if any(number < 1 for number in value.values()):
            yield f"{where}: lines and columns start at 1"
        begin, end = (value.get("startLine"), value.get("startColumn")), (value.get("endLine"), value.get("endColumn"))
        if end < begin:
            yield f"{where} ends before it begins"
    if kind == "run":
        ids = [rule["id"] for rule in value["tool"]["driver"].get("rules", [])]
        if len(set(ids)) != len(ids):
            yield f"{where}: a rule stands twice"
        for i, result in enumerate(value.get("results", [])):
            index = result.get("ruleIndex", -1)
            if not 0 <= index < len(ids) or ids[index] != result.get("ruleId"):
                yield f"{where}.results[{i}]: ruleIndex and ruleId differ"
            related = [place["id"] for place in result.get("relatedLocations", [])]
            if len(set(related)) != len(related):
                yield f"{where}.results[{i}]: ids of related locations"
