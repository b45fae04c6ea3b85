type Fields = Readonly<Record<string, unknown>>

/**
 * Checks a message against its shape and fills in the defaults that the server omits; with `fills`
 * false it only checks. Throws a `TypeError` that names the first wrong field.
 *
 * A shape has, for each field: the default of a scalar; a list with the shape of its items; the
 * shape of a nested message; or an object whose one field `''` has the shape of a map's values. An
 * absent list or map is empty, and an absent message stays absent, because that has a meaning. The
 * default of `name?other` applies only without the field `other`. Fields outside the shape, such as
 * those of a newer server, stay as they are.
 */
export function readMessage(shape: unknown, value: unknown, fills: boolean, path = ''): unknown {
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) throw wrong(path, 'a list')
    return value.map((item, at) => readMessage(shape[0], item, fills, `${path}[${at}]`))
  }
  if (!isFields(shape)) {
    if (value === null || typeof value === 'object') throw wrong(path, 'a scalar')
    return value
  }
  if (!isFields(value)) throw wrong(path, 'an object')
  const read = (name: string, inner: unknown): [string, unknown] => [
    name,
    readMessage(inner, value[name], fills, `${path}.${name}`),
  ]
  if ('' in shape)
    return Object.fromEntries(Object.keys(value).map((name) => read(name, shape[''])))
  const fields = new Map<string, unknown>()
  for (const [key, inner] of Object.entries(shape)) {
    const [name = '', unless = ''] = key.split('?')
    if (Object.hasOwn(value, name)) fields.set(...read(name, inner))
    else if (fills && !Object.hasOwn(value, unless)) {
      const absent = defaultOf(inner)
      if (absent !== undefined) fields.set(name, absent)
    }
  }
  for (const [name, inner] of Object.entries(value)) if (!fields.has(name)) fields.set(name, inner)
  return Object.fromEntries(fields)
}

/** Returns the default of an absent field; `undefined` for a message, which has none. */
function defaultOf(shape: unknown): unknown {
  if (Array.isArray(shape)) return []
  if (!isFields(shape)) return shape
  return '' in shape ? {} : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrong(path: string, expected: string): TypeError {
  return new TypeError(`The field ${path || '(message)'} is not ${expected}.`)
}
