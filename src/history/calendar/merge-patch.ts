/** A JSON object. */
type Json = Readonly<Record<string, unknown>>

/**
 * Returns the result of applying a JSON merge patch (RFC 7396) to an object: fields that the patch
 * omits stay, `null` removes a field, objects merge, anything else replaces.
 */
export function mergePatch(target: Json, patch: Json): Json {
  const merged = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) merged.delete(name)
    else if (isObject(value)) {
      const before = merged.get(name)
      merged.set(name, mergePatch(isObject(before) ? before : {}, value))
    } else merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
