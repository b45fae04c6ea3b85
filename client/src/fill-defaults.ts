type Fields = Readonly<Record<string, unknown>>

/**
 * Gives a message every field of its shape. `defaults` holds the default of each field; a list
 * there holds the default of its items, and an object with the one field `''` stands for a map and
 * holds the default of its values. Fields that `defaults` does not know, as from a newer server,
 * stay.
 */
export function fillDefaults(defaults: unknown, value: unknown): unknown {
  if (Array.isArray(defaults)) {
    return ((value ?? []) as unknown[]).map((item) => fillDefaults(defaults[0], item))
  }
  if (typeof defaults !== 'object' || defaults === null) return value ?? defaults
  const given = (value ?? {}) as Fields
  const inner = defaults as Fields
  const names = Object.keys('' in inner ? given : { ...inner, ...given })
  return Object.fromEntries(
    names.map((name) => [
      name,
      '' in inner
        ? fillDefaults(inner[''], given[name])
        : Object.hasOwn(inner, name)
          ? fillDefaults(inner[name], given[name])
          : given[name],
    ]),
  )
}
