import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ExportFile } from '../history-archive.ts'
import type { Region } from '../../game/region.ts'
import type { ExportCounts } from './export-lines.ts'
import { writeDay, type DaySource } from './write-day.ts'

/** The export file of a day with its content. */
export interface PackedDay {
  readonly file: ExportFile
  readonly content: Uint8Array
}

/** Maximum size of a file, far above that of any day, because the file is built in memory. */
const BYTES_MAX = 256 * 2 ** 20

/** Creates the export file of a day. Equal history gives equal bytes with the same zlib version. */
export async function packDay(
  source: DaySource,
  region: Region,
  dayMs: number,
): Promise<PackedDay> {
  let counts: ExportCounts | undefined
  const lines = async function* (): AsyncGenerator<string> {
    counts = yield* writeDay(source, region, dayMs)
  }
  // Maximum compression: a file is created once and downloaded many times.
  const gzip = createGzip({ level: 9 })
  const input = Readable.from(lines())
  input.on('error', (error) => gzip.destroy(error))
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input.pipe(gzip)) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > BYTES_MAX) throw new Error(`The export file of a day exceeds ${BYTES_MAX} bytes.`)
  }
  const content = Buffer.concat(chunks)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return {
    file: { region, dayMs, sha256, bytes, snapshots: counts?.snapshots ?? 0 },
    content,
  }
}
