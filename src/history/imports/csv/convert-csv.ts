import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameEvent } from '../../../game/game-event.ts'
import { exportName } from '../../exports/export-file-name.ts'
import { packDay, type PackedDay } from '../../exports/pack-day.ts'
import type { DaySource } from '../../exports/write-day.ts'
import { ExportProblem } from '../import-problem.ts'
import { parseDayFile } from '../parse-day-file.ts'
import { unpackLines } from '../unpack-lines.ts'
import { ConversionReport } from './conversion-report.ts'
import { CSV_RANKS_MAX } from './csv-columns.ts'
import { PointTable } from './point-table.ts'
import { readCsvPoints, type CsvReadOptions, type CsvSource } from './read-csv-points.ts'

/** Options of {@link convertCsv}. */
export interface CsvConversion extends CsvReadOptions {
  /** Milliseconds within which points at different times become one snapshot; 0 merges none. */
  readonly mergeMs: number
  /** A longer period without values, in milliseconds, is written as a gap. */
  readonly gapMs: number
  /** Whether files are written even if values were rejected. */
  readonly skipsRejected: boolean
}

/** The result of a conversion. */
export interface ConvertedCsv {
  readonly report: ConversionReport
  /** Names of the files. Empty if values were rejected, unless these may be skipped. */
  readonly files: readonly string[]
  readonly snapshots: number
  readonly gaps: number
}

/**
 * Converts CSV files with the cutoffs of one event to export files, one per UTC day, in a folder,
 * which is created if missing. Values may be in any order; memory is bounded. Equal values give
 * equal files. Throws an {@link ExportProblem} when a file lacks required columns, or an import
 * would reject the result.
 */
export async function convertCsv(
  sources: readonly CsvSource[],
  folder: string,
  conversion: CsvConversion,
): Promise<ConvertedCsv> {
  const table = new PointTable()
  const report = new ConversionReport()
  try {
    await readCsvPoints(sources, conversion, table, report)
    const isWritten = report.rejections === 0 || conversion.skipsRejected
    if (!isWritten) return { report, files: [], snapshots: 0, gaps: 0 }
    const files: string[] = []
    const gaps = table.gaps(conversion.gapMs)
    let snapshots = 0
    await mkdir(folder, { recursive: true })
    for (const dayMs of table.days()) {
      const source = daySource(table, gaps, conversion)
      const packed = await packDay(source, conversion.event.region, dayMs)
      await checkImport(packed)
      const name = exportName(packed.file)
      const path = join(folder, name)
      await writeFile(`${path}.part`, packed.content)
      await rename(`${path}.part`, path)
      files.push(name)
      snapshots += packed.file.snapshots
    }
    return { report, files, snapshots, gaps: gaps.length }
  } finally {
    table.close()
  }
}

function daySource(
  table: PointTable,
  gaps: ReturnType<PointTable['gaps']>,
  { event, mergeMs }: { readonly event: GameEvent; readonly mergeMs: number },
): DaySource {
  const board = { region: event.region, kind: 'event', id: event.id } as const
  return {
    runs: async ({ startsBeforeMs = Infinity, endsAfterMs = 0 }) =>
      event.startsAtMs < startsBeforeMs && event.endsAtMs > endsAfterMs
        ? [{ ...event, number: 1, nextStartsAtMs: undefined }]
        : [],
    boards: async () => [board],
    endedGaps: async (_, fromMs, untilMs) =>
      gaps.filter((gap) => gap.untilMs >= fromMs && gap.untilMs < untilMs),
    snapshots: async (_, fromMs, untilMs, max) => {
      const snapshots = table.snapshots(board, fromMs, untilMs, mergeMs).take(max).toArray()
      const wide = snapshots.find(({ rows }) => rows.length > CSV_RANKS_MAX)
      if (wide === undefined) return snapshots
      const at = new Date(wide.fetchedAtMs).toISOString()
      throw new ExportProblem(`There are more than ${CSV_RANKS_MAX} ranks at ${at}.`)
    },
  }
}

/** Throws an {@link ExportProblem} if an import would reject the file. */
async function checkImport({ file, content }: PackedDay): Promise<void> {
  const pieces = (async function* () {
    yield content
  })()
  for await (const part of parseDayFile(unpackLines(pieces), file)) {
    if ('boardDay' in part) for (const _ of part.boardDay.snapshots);
  }
}
