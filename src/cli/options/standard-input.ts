import process from 'node:process'
import { UsageError } from '../output/explain-error.ts'

/** Maximum bytes of standard input. */
const BYTES_MAX = 4_096

/**
 * Returns `text`, or one word from standard input when `text` is `-`. Arguments of a command are
 * visible to other users of the machine and stay in the shell history. Throws a {@link UsageError}
 * when the input is not one word of at most 4 KiB.
 */
export async function readWord(text: string, what: string): Promise<string> {
  if (text !== '-') return text
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BYTES_MAX) break
    parts.push(part)
  }
  const words = Buffer.concat(parts).toString('utf8').trim().split(/\s+/)
  const [word = ''] = words
  if (bytes > BYTES_MAX || words.length !== 1 || word === '') {
    throw new UsageError(`Standard input must contain ${what} and nothing else.`)
  }
  return word
}
