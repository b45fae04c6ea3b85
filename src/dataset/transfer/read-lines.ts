import { createReadStream } from 'node:fs'
import { LINE_BYTES_MAX } from './data-files.ts'
import { DataProblem } from './data-problem.ts'

const CHUNK_BYTES = 262_144
const LINE_FEED = 0x0a

/**
 * Reads a file line by line. Passes each line to `onLine`, without its line feed, and the number of
 * bytes of each chunk to `onRead`. Keeps one chunk and one line in memory. Throws a {@link
 * DataProblem} for a line over {@link LINE_BYTES_MAX}, without reading it to the end, and for a
 * last line without a line feed, which indicates truncation. A problem thrown by `onLine` gets the
 * number of the line.
 */
export async function readLines(
  path: string,
  onLine: (bytes: Uint8Array, line: number) => void,
  onRead: (bytes: number) => void,
): Promise<void> {
  let line = 1
  let partial: Buffer[] = []
  let partialBytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    const bytes = chunk as Buffer
    let start = 0
    for (let end; (end = bytes.indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
      const rest = bytes.subarray(start, end)
      if (partialBytes + rest.length >= LINE_BYTES_MAX) throw tooLong(line)
      processLine(onLine, partial.length === 0 ? rest : Buffer.concat([...partial, rest]), line)
      if (partial.length > 0) [partial, partialBytes] = [[], 0]
      line += 1
    }
    if (start < bytes.length) {
      partial.push(bytes.subarray(start))
      partialBytes += bytes.length - start
      if (partialBytes >= LINE_BYTES_MAX) throw tooLong(line)
    }
    onRead(bytes.length)
  }
  if (partialBytes > 0) {
    throw new DataProblem('is truncated: the file does not end with a line feed', { line })
  }
}

function processLine(
  onLine: (bytes: Uint8Array, line: number) => void,
  bytes: Uint8Array,
  line: number,
): void {
  try {
    onLine(bytes, line)
  } catch (error) {
    if (error instanceof DataProblem) error.line ??= line
    throw error
  }
}

function tooLong(line: number): DataProblem {
  return new DataProblem(`is longer than ${LINE_BYTES_MAX} bytes`, { line })
}
