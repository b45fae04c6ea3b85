import { PREFIX } from './generated/operation-table.ts'
import type { OperationEntry } from './operation-entry.ts'

/** One value of a parameter. */
export type Given = string | number | bigint

/** What an operation is asked with, as the caller gave it. */
export type GivenParameters = Readonly<Record<string, Given | readonly Given[] | undefined>>

/**
 * Writes the path and the query of a request. Parameters that are `undefined` are left out, lists
 * are repeated, and names stand in order, so that equal requests have one text.
 */
export function writeTarget(
  { path, names }: OperationEntry,
  region: string,
  given: GivenParameters,
): string {
  const rest = new Map(Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1)))
  const written = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const pairs = [...rest].flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).map(
      (item) => `${encodeURIComponent(names?.[name] ?? name)}=${encodeURIComponent(String(item))}`,
    ),
  )
  const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  return `${PREFIX}${encodeURIComponent(region)}${written}${query}`
}
