import type { KnownQuery } from '../data/use-query.ts'

/** What the server has read for the first screen: the script need not load it again. */
export interface FirstData {
  /** When it was read, in Unix ms of the server. */
  readonly nowMs: number
  /** The results of the queries of the page. */
  readonly results: readonly KnownQuery[]
}

/** The id of the element that has the data as JSON. */
export const FIRST_DATA_ID = 'first-data'

/** Returns the data as JSON that can stand in a script element. */
export function writeFirstData(data: FirstData): string {
  const text = JSON.stringify(data, (_, value: unknown) =>
    value instanceof Map ? { [MAP]: [...(value as ReadonlyMap<unknown, unknown>)] } : value,
  )
  return text.replaceAll('<', String.raw`\u003c`)
}

/** Parses the data of this page; `undefined` if the server put none into it. */
export function readFirstData(text: string | null | undefined): FirstData | undefined {
  if (text === null || text === undefined || text === '') return undefined
  const data = JSON.parse(text, (_, value: unknown) => mapOf(value) ?? value) as FirstData
  // A kept page can be older than the script.
  return Array.isArray(data.results) ? data : undefined
}

/** The name of the entries of a map, which JSON lacks. */
const MAP = '$map'

function mapOf(value: unknown): ReadonlyMap<unknown, unknown> | undefined {
  if (typeof value !== 'object' || value === null || !(MAP in value)) return undefined
  return new Map(value[MAP] as readonly (readonly [unknown, unknown])[])
}
