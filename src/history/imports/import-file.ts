import { EVENT_RUNS_MAX } from '../history-store.ts'
import { createHash } from 'node:crypto'
import type { GameEvent } from '../../game/game-event.ts'
import type { HistoryArchive } from '../history-archive.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import { parseExportName, type ExportName } from '../exports/export-file-name.ts'
import { ExportProblem } from './import-problem.ts'
import { parseDayFile } from './parse-day-file.ts'
import { unpackLines } from './unpack-lines.ts'

/** An export file to import. It is read three times. */
export interface ImportFile {
  /** The file name without folders: region, day and SHA-256 of the content. */
  readonly name: string
  read(): AsyncIterable<Uint8Array>
}

/** The result of importing a file. */
export interface ImportedDay extends ExportName {
  /** Whether the file had been imported before. */
  readonly wasKnown: boolean
  /** Number of snapshots in the file. */
  readonly snapshots: number
  /** Number of snapshots that the store did not have. */
  readonly added: number
}

/** The methods of a store that an import uses. */
export type ImportTarget = Pick<
  HistoryArchive,
  'isImported' | 'events' | 'startImport' | 'importDay' | 'importEvents' | 'endImport'
>

/** Maximum size of a file in bytes. */
export const FILE_BYTES_MAX = 256 * 2 ** 20

/**
 * Imports the file of a day that has ended (`nowMs`: Unix ms). Throws an {@link ExportProblem},
 * without changing anything, unless its hash and all lines are valid. Idempotent; continues an
 * interrupted import.
 */
export async function importFile(
  exports: ImportTarget,
  file: ImportFile,
  nowMs: number,
): Promise<ImportedDay> {
  const name = parseExportName(file.name)
  if (name === undefined) {
    throw new ExportProblem('The file name is not REGION-DAY-SHA256.ndjson.gz.')
  }
  // After a snapshot from the future, the collector would record gaps (`clock`) until that time.
  if (name.dayMs + DAY_MS > nowMs) throw new ExportProblem('The day of the file has not ended yet.')
  const { sha256 } = name
  if ((await hashOf(file)) !== sha256) {
    throw new ExportProblem('The SHA-256 of the file differs from its name. Download it again.')
  }
  if (await exports.isImported(sha256)) return { ...name, wasKnown: true, snapshots: 0, added: 0 }
  for await (const part of parseDayFile(unpackLines(file.read()), name)) {
    if ('events' in part) await checkRuns(exports, part.events)
  }
  await exports.startImport(name)
  let snapshots = 0
  let added = 0
  for await (const part of parseDayFile(unpackLines(file.read()), name)) {
    if ('events' in part) await exports.importEvents(sha256, part.events)
    else {
      added += await exports.importDay(sha256, part.boardDay)
      snapshots += part.snapshots
    }
  }
  await exports.endImport(sha256)
  return { ...name, wasKnown: false, snapshots, added }
}

/**
 * Throws an {@link ExportProblem} when an event would have too many runs: one response reads all of
 * them.
 */
async function checkRuns(
  { events }: Pick<ImportTarget, 'events'>,
  added: readonly GameEvent[],
): Promise<void> {
  for (const runs of Map.groupBy(added, ({ id }) => id).values()) {
    const [first] = runs
    if (first === undefined) continue
    const known = await events(first.region, first.id)
    const starts = new Set([...known, ...runs].map(({ startsAtMs }) => startsAtMs))
    if (starts.size > EVENT_RUNS_MAX) {
      throw new ExportProblem(`Event ${first.id} would have more than ${EVENT_RUNS_MAX} runs.`)
    }
  }
}

async function hashOf(file: ImportFile): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of file.read()) {
    bytes += piece.length
    if (bytes > FILE_BYTES_MAX)
      throw new ExportProblem(`The file has more than ${FILE_BYTES_MAX} bytes.`)
    hash.update(piece)
  }
  return hash.digest('hex')
}
