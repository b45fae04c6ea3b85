import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ExportProblem } from './import-problem.ts'

/** Maximum sizes of an unpacked file. */
export interface UnpackBounds {
  readonly bytesMax: number
  readonly lineBytesMax: number
}

/** About a hundred times the size of a busy day. */
export const UNPACK_BOUNDS: UnpackBounds = { bytesMax: 4 * 2 ** 30, lineBytesMax: 2 ** 20 }

const LINE_FEED = 0x0a

/**
 * Yields the lines of a gzipped text, without their line feeds. Keeps one line and one piece of the
 * source in memory. Throws an {@link ExportProblem} when the source is not gzip, is truncated, is
 * not UTF-8, or exceeds the bounds.
 */
export async function* unpackLines(
  source: AsyncIterable<Uint8Array>,
  { bytesMax, lineBytesMax }: UnpackBounds = UNPACK_BOUNDS,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let partial: Buffer[] = []
  let partialBytes = 0
  let bytes = 0
  for await (const piece of unpack(source)) {
    bytes += piece.length
    if (bytes > bytesMax)
      throw new ExportProblem(`The file unpacks to more than ${bytesMax} bytes.`)
    let start = 0
    for (let end; (end = piece.indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
      yield decode(decoder, Buffer.concat([...partial, piece.subarray(start, end)]))
      partial = []
      partialBytes = 0
    }
    partial.push(piece.subarray(start))
    partialBytes += piece.length - start
    if (partialBytes > lineBytesMax) {
      throw new ExportProblem(`The file has a line of more than ${lineBytesMax} bytes.`)
    }
  }
  if (partialBytes > 0)
    throw new ExportProblem('The file is truncated: its last line has no line feed.')
}

async function* unpack(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const input = Readable.from(source)
  // Pass errors of the source on to the reader of the stream.
  input.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const piece of input.pipe(gunzip)) yield piece as Buffer
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!code.startsWith('Z_')) throw error
    throw new ExportProblem('The file is not gzip, or is truncated.', { cause: error })
  } finally {
    input.destroy()
    gunzip.destroy()
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new ExportProblem('The file has a line that is not UTF-8.', { cause })
  }
}
