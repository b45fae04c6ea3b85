import type { OperationEntry } from './operation-entry.ts'

/** One value of a parameter. A date is sent as Unix milliseconds. */
export type ParameterValue = string | number | bigint | Date

/** The parameters of a call, as its caller passed them. */
export type Parameters = Readonly<
  Record<string, ParameterValue | readonly ParameterValue[] | undefined>
>

/**
 * Returns the path and the query of a request. Omits parameters that are `undefined`, repeats
 * lists, and orders names, so that equal requests have equal texts.
 */
export function writeTarget(
  { path, names }: Pick<OperationEntry, 'path' | 'names'>,
  prefix: string,
  parameters: Parameters,
): string {
  const rest = new Map(Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1)))
  const written = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encode(value as ParameterValue)
  })
  const pairs = [...rest].flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map(
      (item) => `${encodeURIComponent(names?.[name] ?? name)}=${encode(item)}`,
    ),
  )
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return `${prefix}${written}${query}`
}

function encode(value: ParameterValue): string {
  return encodeURIComponent(value instanceof Date ? value.getTime() : String(value))
}
