import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import type { LoadTarget } from '../load.ts'

/** An answer of the service, for programs that only repeat it. */
export interface SameAnswer {
  /** Names and values in turn, without those that Node writes by itself. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

const BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Asks the service twice, so that the second answer is one of those it keeps, and keeps that in `folder`. */
export async function keepAnswer(folder: string, target: LoadTarget): Promise<SameAnswer> {
  await askFor(target)
  const answer = await askFor(target)
  writeFileSync(fileOf(folder), JSON.stringify({ ...answer, body: answer.body.toString('base64') }))
  return answer
}

/** The answer that was kept last. */
export function readAnswer(folder: string): SameAnswer {
  const { headers, body } = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as {
    readonly headers: readonly string[]
    readonly body: string
  }
  return { headers, body: Buffer.from(body, 'base64') }
}

async function askFor({ url, headers }: LoadTarget): Promise<SameAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SameAnswer>()
  get(url, { headers, agent: false }, (incoming) => {
    const { rawHeaders } = incoming
    const isKept = (_: string, index: number) =>
      !BY_NODE.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase())
    buffer(incoming).then((body) => resolve({ headers: rawHeaders.filter(isKept), body }), reject)
  }).on('error', reject)
  return promise
}

function fileOf(folder: string): string {
  return join(folder, 'answer.json')
}
