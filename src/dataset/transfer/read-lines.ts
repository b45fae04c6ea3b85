import { createReadStream } from 'node:fs'
import { MOST_BYTES } from './data-files.ts'
import { DataProblem } from './data-problem.ts'

const CHUNK_BYTES = 262_144
const LINE_FEED = 0x0a

/**
 * Reads a file line by line and passes each to `take`, without its line feed; calls `onRead` with
 * the number of bytes of each chunk. Holds one chunk and one line in memory. Throws a {@link
 * DataProblem} for a line over {@link MOST_BYTES}, without reading it to the end, and for a last
 * line without a line feed, which indicates truncation; errors of `take` get the number of the
 * line.
 */
export async function readLines(
  path: string,
  take: (bytes: Uint8Array, line: number) => void,
  onRead: (bytes: number) => void,
): Promise<void> {
  let line = 1
  let begun: Buffer[] = []
  let begunBytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes = chunk as Buffer
    let start = 0
    for (let end; (end = bytes.indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
      const rest = bytes.subarray(start, end)
      if (begunBytes + rest.length >= MOST_BYTES) throw tooLong(line)
      processLine(take, begun.length === 0 ? rest : Buffer.concat([...begun, rest]), line)
      if (begun.length > 0) [begun, begunBytes] = [[], 0]
      line += 1
    }
    if (start < bytes.length) {
      begun.push(bytes.subarray(start))
      begunBytes += bytes.length - start
      if (begunBytes >= MOST_BYTES) throw tooLong(line)
    }
    onRead(bytes.length)
  }
  if (begunBytes > 0) {
    throw new DataProblem('is truncated: the file does not end with a line feed', { line })
  }
}

function processLine(
  take: (bytes: Uint8Array, line: number) => void,
  bytes: Uint8Array,
  line: number,
): void {
  try {
    take(bytes, line)
  } catch (error) {
    if (error instanceof DataProblem) error.line ??= line
    throw error
  }
}

function tooLong(line: number): DataProblem {
  return new DataProblem(`is longer than ${MOST_BYTES} bytes`, { line })
}
