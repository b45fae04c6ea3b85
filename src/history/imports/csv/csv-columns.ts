import { ExportProblem } from '../import-problem.ts'

/** Names of columns given by the user instead of detected ones. */
export interface CsvColumnNames {
  readonly time?: string | undefined
  /** For a long file. */
  readonly rank?: string | undefined
  readonly points?: string | undefined
  /** The column of event ids. */
  readonly event?: string | undefined
}

/** The columns of a file. A long file has a row per rank, a wide one a column per rank. */
export interface CsvColumns {
  /** Number of columns. */
  readonly size: number
  readonly time: number
  readonly event: number | undefined
  readonly values:
    | { readonly layout: 'long'; readonly rank: number; readonly points: number }
    | { readonly layout: 'wide'; readonly ranks: ReadonlyMap<number, number> }
  /** Names of the ignored columns. */
  readonly ignored: readonly string[]
}

/** Maximum ranks of a snapshot that an import accepts. */
export const CSV_RANKS_MAX = 1_000

const KNOWN: Readonly<Record<keyof CsvColumnNames, readonly string[]>> = {
  time: ['time', 'timestamp', 'date', 'datetime', 'at', 'fetchedat', 'createdat', 'recordedat'],
  rank: ['rank', 'ranking', 'tier', 'position'],
  points: ['points', 'point', 'score', 'cutoff', 'pt', 'ep', 'value'],
  event: ['event', 'eventid'],
}

const RANK =
  /^(?:t|top|rank|tier|cutoff|r|#)?[ _.-]*([0-9]{1,10}|[0-9]{1,3}(?:,[0-9]{3})+)(k?)位?$/i

/** The highest rank that the interfaces accept. */
const RANK_MAX = 2 ** 31 - 1

/**
 * Finds the columns of a file by its first line. A file with columns for rank and points is long;
 * any other one is wide. Throws an {@link ExportProblem} that states which column is missing or
 * duplicated.
 */
export function findColumns(header: readonly string[], names: CsvColumnNames): CsvColumns {
  const time = columnOf(header, 'time', names)
  if (time === undefined) {
    throw new ExportProblem(
      `Line 1 names no column of times; it has ${listOf(header)}. Name one: --time-column`,
    )
  }
  const event = columnOf(header, 'event', names)
  const rank = columnOf(header, 'rank', names)
  const points = columnOf(header, 'points', names)
  const isNamed = names.rank !== undefined || names.points !== undefined
  const values =
    rank !== undefined && points !== undefined && (isNamed || ranksOf(header).size === 0)
      ? ({ layout: 'long', rank, points } as const)
      : ({ layout: 'wide', ranks: wideRanks(header, rank, points) } as const)
  const used = new Set([
    time,
    event,
    ...(values.layout === 'wide' ? values.ranks.values() : [values.rank, values.points]),
  ])
  const ignored = header.filter((_, at) => !used.has(at))
  return { size: header.length, time, event, values, ignored }
}

/** Parses a rank such as `1000`, `T1,000`, `rank_1000` or `10k`; `undefined` if it is none. */
export function parseRank(text: string): number | undefined {
  const [, digits, thousands] = RANK.exec(text) ?? []
  if (digits === undefined) return undefined
  const rank = Number(digits.replaceAll(',', '')) * (thousands === '' ? 1 : 1_000)
  return rank >= 1 && rank <= RANK_MAX ? rank : undefined
}

function wideRanks(
  header: readonly string[],
  rank: number | undefined,
  points: number | undefined,
): ReadonlyMap<number, number> {
  const ranks = ranksOf(header)
  if (ranks.size > CSV_RANKS_MAX) {
    throw new ExportProblem(`Line 1 has more than ${CSV_RANKS_MAX} ranks.`)
  }
  if (ranks.size > 0) return ranks
  const missing = rank === undefined ? 'rank' : 'points'
  const isHalfLong = rank !== undefined || points !== undefined
  throw new ExportProblem(
    isHalfLong
      ? `Line 1 names no column of ${missing}; it has ${listOf(header)}. Name one: --${missing}-column`
      : `Line 1 names no ranks, such as 100, T100 or rank_100; it has ${listOf(header)}. ` +
          'If each row is one rank, name its columns: --rank-column and --points-column',
  )
}

/** Returns the columns of a wide file by rank. */
function ranksOf(header: readonly string[]): ReadonlyMap<number, number> {
  const ranks = new Map<number, number>()
  for (const [at, name] of header.entries()) {
    const rank = parseRank(name)
    if (rank === undefined) continue
    if (ranks.has(rank)) throw new ExportProblem(`Line 1 has two columns of rank ${rank}.`)
    ranks.set(rank, at)
  }
  return ranks
}

/** Returns the index of a column: by the given name, or by the first known one. */
function columnOf(
  header: readonly string[],
  column: keyof CsvColumnNames,
  names: CsvColumnNames,
): number | undefined {
  const given = names[column]
  if (given === undefined) {
    const known = KNOWN[column]
    const plain = header.map((name) => name.toLowerCase().replaceAll(/[ _.-]/g, ''))
    const found = known.map((name) => plain.indexOf(name)).find((at) => at !== -1)
    return found
  }
  const at = header.indexOf(given)
  if (at === -1) {
    throw new ExportProblem(`Line 1 has no column "${given}"; it has ${listOf(header)}.`)
  }
  if (header.includes(given, at + 1)) {
    throw new ExportProblem(`Line 1 has two columns "${given}".`)
  }
  return at
}

function listOf(header: readonly string[]): string {
  const shown = header.slice(0, 8).map((name) => `"${name.slice(0, 40)}"`)
  return `${shown.join(', ')}${header.length > shown.length ? ', …' : ''}`
}
