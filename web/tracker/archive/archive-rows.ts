import type { Region } from '../../shared/i18n/regions.ts'
import type { RunResult } from './load-results.ts'

/** Ranks of the columns, in the order in which they are preferred. */
const USUAL = [100, 1_000, 10, 1, 500, 5_000, 50, 10_000]

/** Columns at most. */
const COLUMNS_MAX = 6

/** What the reader looks for. */
export interface ArchiveQuery {
  /** A part of a name or an id; empty: everything. */
  readonly text: string
  readonly region: Region | undefined
  /** A rank, descending by its points; `undefined`: latest start first. */
  readonly sort: number | undefined
}

/** Returns the ranks of the columns, ascending: those that most runs have. */
export function archiveRanks(results: readonly RunResult[]): readonly number[] {
  const known = USUAL.filter((rank) => results.some(({ points }) => points.has(rank)))
  const others = [...new Set(results.flatMap(({ points }) => [...points.keys()]))].filter(
    (rank) => !USUAL.includes(rank),
  )
  return [...known, ...others.toSorted((one, other) => one - other)]
    .slice(0, COLUMNS_MAX)
    .toSorted((one, other) => one - other)
}

/** Returns the results that match a query, in its order. `nameOf` returns the shown name. */
export function findResults(
  results: readonly RunResult[],
  { text, region, sort }: ArchiveQuery,
  nameOf: (result: RunResult) => string,
): readonly RunResult[] {
  const wanted = fold(text)
  const found = results.filter(
    (result) =>
      (region === undefined || result.run.region === region) &&
      (wanted === '' ||
        [result.run.id, nameOf(result), ...Object.values(result.run.names)].some((name) =>
          fold(name).includes(wanted),
        )),
  )
  const pointsOf = ({ points }: RunResult) => (sort === undefined ? 0 : (points.get(sort) ?? -1))
  return found.toSorted(
    (one, other) => pointsOf(other) - pointsOf(one) || other.run.startsAtMs - one.run.startsAtMs,
  )
}

/** Returns a text without differences of case and width. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}
