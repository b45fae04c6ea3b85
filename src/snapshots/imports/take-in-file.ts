import { createHash } from 'node:crypto'
import type { HistoryArchive } from '../../domain/history-archive.ts'
import { DAY_MS } from '../../domain/time-units.ts'
import { parseExportName, type ExportName } from '../exports/export-day.ts'
import { ExportProblem } from './export-problem.ts'
import { readDay } from './read-day.ts'
import { unpackLines } from './unpack-lines.ts'

/** A file that somebody wants to take in. It is read three times. */
export interface OfferedFile {
  /** Its name without folders; it says what the file must be. */
  readonly name: string
  read(): AsyncIterable<Uint8Array>
}

/** What came of taking in a file. */
export interface TakenIn extends ExportName {
  /** It had been taken in before. */
  readonly wasKnown: boolean
  /** How many snapshots it has. */
  readonly snapshots: number
  /** How many of them were not known. */
  readonly added: number
}

/** What taking in needs of a store. */
export type ImportShelf = Pick<
  HistoryArchive,
  'isTakenIn' | 'beginImport' | 'takeIn' | 'takeInEvents' | 'endImport'
>

/** A file may have so many bytes. */
export const FILE_BYTES_MAX = 256 * 2 ** 20

/**
 * Takes in the file of a day that is over (`nowMs`: Unix ms). Nothing is changed before its hash and all of its lines have been found to
 * be right; it throws an {@link ExportProblem} when they are not. To do it again changes nothing, and where it was cut off it goes on.
 */
export async function takeInFile(
  shelf: ImportShelf,
  file: OfferedFile,
  nowMs: number,
): Promise<TakenIn> {
  const name = parseExportName(file.name)
  if (name === undefined) {
    throw new ExportProblem(
      'Its name is not that of a file of history (REGION-DAY-SHA256.ndjson.gz).',
    )
  }
  // A snapshot from ahead would make each one that is read here until then an old one, and so a gap.
  if (name.dayMs + DAY_MS > nowMs) throw new ExportProblem('Its day is not over yet.')
  const { sha256 } = name
  if ((await hashOf(file)) !== sha256) {
    throw new ExportProblem('Its bytes are not those that its name stands for. Fetch it again.')
  }
  if (await shelf.isTakenIn(sha256)) return { ...name, wasKnown: true, snapshots: 0, added: 0 }
  for await (const _ of readDay(unpackLines(file.read()), name)) void _
  await shelf.beginImport(name)
  let snapshots = 0
  let added = 0
  for await (const part of readDay(unpackLines(file.read()), name)) {
    if ('events' in part) await shelf.takeInEvents(part.events)
    else {
      added += await shelf.takeIn(part.collected)
      snapshots += part.snapshots
    }
  }
  await shelf.endImport(sha256)
  return { ...name, wasKnown: false, snapshots, added }
}

async function hashOf(file: OfferedFile): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of file.read()) {
    bytes += piece.length
    if (bytes > FILE_BYTES_MAX) throw new ExportProblem(`It has more than ${FILE_BYTES_MAX} bytes.`)
    hash.update(piece)
  }
  return hash.digest('hex')
}
