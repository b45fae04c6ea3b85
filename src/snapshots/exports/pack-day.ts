import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ExportFile } from '../../domain/history-archive.ts'
import type { Region } from '../../domain/region.ts'
import type { ExportCounts } from './export-lines.ts'
import { writeDay, type DaySource } from './write-day.ts'

/** The file of a day with what is in it. */
export interface PackedDay {
  readonly file: ExportFile
  readonly content: Uint8Array
}

/** A file over so many bytes is not made: no day comes near it, and whoever asks holds it in memory. */
const BYTES_MAX = 256 * 2 ** 20

/** Makes the file of a day. The same history gives the same bytes, as long as the same zlib packs them. */
export async function packDay(
  source: DaySource,
  region: Region,
  dayMs: number,
): Promise<PackedDay> {
  let counts: ExportCounts | undefined
  const lines = async function* (): AsyncGenerator<string> {
    counts = yield* writeDay(source, region, dayMs)
  }
  // The best there is: a file is made once, and sent to everybody.
  const gzip = createGzip({ level: 9 })
  const input = Readable.from(lines())
  input.on('error', (error) => gzip.destroy(error))
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of input.pipe(gzip)) {
    pieces.push(piece as Buffer)
    bytes += (piece as Buffer).length
    if (bytes > BYTES_MAX) throw new Error(`The file of a day would have over ${BYTES_MAX} bytes.`)
  }
  const content = Buffer.concat(pieces)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return {
    file: { region, dayMs, sha256, bytes, snapshots: counts?.snapshots ?? 0 },
    content,
  }
}
