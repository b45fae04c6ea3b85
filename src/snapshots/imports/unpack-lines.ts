import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ExportProblem } from './export-problem.ts'

/** What a file may hold at most, whatever it says of itself. */
export interface UnpackBounds {
  readonly bytesMax: number
  readonly lineBytesMax: number
}

/** Some hundred times what a busy day has. */
export const UNPACK_BOUNDS: UnpackBounds = { bytesMax: 4 * 2 ** 30, lineBytesMax: 2 ** 20 }

const LINE_FEED = 0x0a

/**
 * The lines of a gzipped text, without their line feeds. Holds one line and one piece of the source. Throws an {@link ExportProblem}
 * when it is no gzip, is cut off, is not UTF-8, or is longer than the bounds.
 */
export async function* unpackLines(
  source: AsyncIterable<Uint8Array>,
  { bytesMax, lineBytesMax }: UnpackBounds = UNPACK_BOUNDS,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let begun: Buffer[] = []
  let begunBytes = 0
  let bytes = 0
  for await (const piece of unpack(source)) {
    bytes += piece.length
    if (bytes > bytesMax) throw new ExportProblem(`It unpacks to more than ${bytesMax} bytes.`)
    let start = 0
    for (let end; (end = piece.indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
      yield decode(decoder, Buffer.concat([...begun, piece.subarray(start, end)]))
      begun = []
      begunBytes = 0
    }
    begun.push(piece.subarray(start))
    begunBytes += piece.length - start
    if (begunBytes > lineBytesMax) {
      throw new ExportProblem(`It has a line of more than ${lineBytesMax} bytes.`)
    }
  }
  if (begunBytes > 0) throw new ExportProblem('It was cut off: its last line has no end.')
}

async function* unpack(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const input = Readable.from(source)
  // What goes wrong before it has to be known behind it.
  input.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const piece of input.pipe(gunzip)) yield piece as Buffer
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!code.startsWith('Z_')) throw error
    throw new ExportProblem('It is no gzip file, or was cut off.', { cause: error })
  } finally {
    input.destroy()
    gunzip.destroy()
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new ExportProblem('It has a line that is not UTF-8.', { cause })
  }
}
