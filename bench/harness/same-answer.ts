import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import type { LoadTarget } from '../load.ts'

/** An answer of the service that other programs repeat. */
export interface SameAnswer {
  /** Alternating names and values, without the headers that Node adds. */
  readonly headers: readonly string[]
  readonly body: Buffer
  /** The `Authorization` header of the request. */
  readonly authorization: string
}

const BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/**
 * Requests the target twice, so that the second answer is a cached one, and stores that in
 * `folder`.
 */
export async function cacheAnswer(folder: string, target: LoadTarget): Promise<SameAnswer> {
  await request(target)
  const answer = await request(target)
  writeFileSync(fileOf(folder), JSON.stringify({ ...answer, body: answer.body.toString('base64') }))
  return answer
}

/** Returns the last stored answer. */
export function readAnswer(folder: string): SameAnswer {
  const answer = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as Omit<SameAnswer, 'body'> & {
    readonly body: string
  }
  return { ...answer, body: Buffer.from(answer.body, 'base64') }
}

/**
 * Rejects when a program sends a different body, or, with `requiresKey`, sends it without a key.
 */
export async function checkAnswer(
  target: LoadTarget,
  { body }: SameAnswer,
  { requiresKey }: { readonly requiresKey: boolean },
): Promise<void> {
  const received = await request(target)
  if (!received.body.equals(body)) throw new Error(`${target.url} sent a different body.`)
  const { Authorization: _, ...without } = target.headers
  const anonymous = await request({ ...target, headers: without })
  if (requiresKey && anonymous.body.equals(body))
    throw new Error(`${target.url} does not require a key.`)
}

async function request({ url, headers }: LoadTarget): Promise<SameAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SameAnswer>()
  const authorization = headers['Authorization'] ?? ''
  get(url, { headers, agent: false }, (incoming) => {
    const { rawHeaders } = incoming
    const isKept = (_: string, index: number) =>
      !BY_NODE.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase())
    const kept = rawHeaders.filter(isKept)
    buffer(incoming).then((body) => resolve({ headers: kept, body, authorization }), reject)
  }).on('error', reject)
  return promise
}

function fileOf(folder: string): string {
  return join(folder, 'answer.json')
}
