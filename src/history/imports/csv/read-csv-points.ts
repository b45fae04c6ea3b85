import type { GameEvent } from '../../../game/game-event.ts'
import { DAY_MS } from '../../../platform/time/time-units.ts'
import { ExportProblem } from '../import-problem.ts'
import type { ConversionReport } from './conversion-report.ts'
import { findColumns, parseRank, type CsvColumnNames, type CsvColumns } from './csv-columns.ts'
import { parseCsv, type CsvRecord } from './parse-csv.ts'
import { parseCsvTime } from './parse-csv-time.ts'
import type { PointTable } from './point-table.ts'

/** A CSV file. */
export interface CsvSource {
  /** Name of the file in problems. */
  readonly name: string
  readonly read: () => AsyncIterable<Uint8Array>
}

/** Options of {@link readCsvPoints}. */
export interface CsvReadOptions {
  readonly event: GameEvent
  readonly columns: CsvColumnNames
  /** The IANA time zone of times without an offset. */
  readonly zone: string | undefined
  /** Present time in Unix milliseconds. An import accepts days that have ended. */
  readonly nowMs: number
}

/** Texts of empty cells, in lower case. */
const EMPTY = new Set(['', '-', 'nan', 'null', 'none', 'n/a', 'na'])

// As spreadsheets and data frames write integers: `1234`, `1,234`, `1234.0`.
const POINTS = /^([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.0+)?$/

/**
 * Reads the values of several files into a table and counts each of them. Throws an {@link
 * ExportProblem} that names the file when it is no CSV file with the columns that it needs.
 */
export async function readCsvPoints(
  sources: readonly CsvSource[],
  reading: CsvReadOptions,
  table: PointTable,
  report: ConversionReport,
): Promise<void> {
  for (const [index, { name, read }] of sources.entries()) {
    let reader: RowReader | undefined
    try {
      for await (const record of parseCsv(read())) {
        if (reader === undefined) {
          const columns = findColumns(record.cells, reading.columns)
          report.ignoredColumns.push(...columns.ignored.map((column) => `${name}: "${column}"`))
          reader = new RowReader({ sources, index, reading, columns, table, report })
        } else reader.add(record)
      }
    } catch (error) {
      if (!(error instanceof ExportProblem)) throw error
      throw new ExportProblem(`${name}: ${error.message}`, { cause: error })
    }
    if (reader === undefined) throw new ExportProblem(`${name}: The file is empty.`)
  }
}

interface RowReaderOptions {
  readonly sources: readonly CsvSource[]
  /** Index of the file among the sources. */
  readonly index: number
  readonly reading: CsvReadOptions
  readonly columns: CsvColumns
  readonly table: PointTable
  readonly report: ConversionReport
}

/** Reads the rows of one file. */
class RowReader {
  readonly #options: RowReaderOptions
  /** Exclusive limit of accepted times: the start of the current UTC day. */
  readonly #untilMs: number

  constructor(options: RowReaderOptions) {
    this.#options = options
    this.#untilMs = Math.floor(options.reading.nowMs / DAY_MS) * DAY_MS
  }

  add({ line, cells }: CsvRecord): void {
    const { columns, reading, report } = this.#options
    const { values } = columns
    const count = values.layout === 'wide' ? values.ranks.size : 1
    report.rows += 1
    report.values += count
    if (cells.length !== columns.size) {
      const what = `it has ${cells.length} cells, but line 1 has ${columns.size}`
      return report.reject('cells', this.#at(line, what), count)
    }
    const { event, zone } = reading
    if (columns.event !== undefined && cells[columns.event] !== event.id) {
      return report.skip('other_event', count)
    }
    const atMs = parseCsvTime(cells[columns.time] ?? '', zone)
    if (typeof atMs !== 'number') {
      return report.reject('time', this.#at(line, atMs.problem), count)
    }
    if (atMs < event.startsAtMs) return report.skip('before_start', count)
    if (atMs > event.endsAtMs + DAY_MS) return report.skip('after_end', count)
    if (atMs >= this.#untilMs) return report.skip('not_ended', count)
    if (values.layout === 'wide') {
      for (const [rank, at] of values.ranks) this.#addPoints(line, atMs, rank, cells[at] ?? '')
      return
    }
    const rankText = cells[values.rank] ?? ''
    const rank = parseRank(rankText.replace(/\.0+$/, ''))
    if (rank !== undefined) this.#addPoints(line, atMs, rank, cells[values.points] ?? '')
    else report.reject('rank', this.#at(line, `the rank "${rankText}" is no integer from 1 on`))
  }

  #addPoints(line: number, atMs: number, rank: number, text: string): void {
    const { table, report, index: source, sources } = this.#options
    if (EMPTY.has(text.toLowerCase())) return report.skip('empty')
    const points = Number(POINTS.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN)
    if (!Number.isSafeInteger(points)) {
      const what = `the points "${text}" of rank ${rank} are no integer from 0 to 2^53`
      return report.reject('points', this.#at(line, what))
    }
    const earlier = table.add({ atMs, rank, points, source, line })
    if (earlier === undefined) report.converted += 1
    else if (earlier.points === points) report.skip('repeated')
    else {
      const where = `${sources[earlier.source]?.name}, line ${earlier.line}`
      const what = `rank ${rank} has ${points} points, but ${earlier.points} at the same time in ${where}`
      report.reject('contradiction', this.#at(line, what))
    }
  }

  #at(line: number, what: string): string {
    const { sources, index } = this.#options
    return `${sources[index]?.name}, line ${line}: ${what}.`
  }
}
