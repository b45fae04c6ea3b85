import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import type { LoadTarget } from '../load.ts'

/** An answer of the service, for programs that only repeat it. */
export interface SameAnswer {
  /** Names and values in turn, without those that Node writes by itself. */
  readonly headers: readonly string[]
  readonly body: string
}

const BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Asks the service once and keeps the answer in `folder`. Returns how many bytes its body has. */
export async function keepAnswer(folder: string, { url, headers }: LoadTarget): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<SameAnswer>()
  get(url, { headers, agent: false }, (incoming) => {
    const { rawHeaders } = incoming
    const isKept = (_: string, index: number) =>
      !BY_NODE.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase())
    buffer(incoming).then(
      (body) => resolve({ headers: rawHeaders.filter(isKept), body: body.toString() }),
      reject,
    )
  }).on('error', reject)
  const answer = await promise
  writeFileSync(fileOf(folder), JSON.stringify(answer))
  return Buffer.byteLength(answer.body)
}

/** The answer that was kept. */
export function readAnswer(folder: string): SameAnswer {
  return JSON.parse(readFileSync(fileOf(folder), 'utf8')) as SameAnswer
}

function fileOf(folder: string): string {
  return join(folder, 'answer.json')
}
