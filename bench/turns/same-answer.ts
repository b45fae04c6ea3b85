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
  /** The `Authorization` it was asked with. */
  readonly authorization: string
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
  const answer = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as Omit<SameAnswer, 'body'> & {
    readonly body: string
  }
  return { ...answer, body: Buffer.from(answer.body, 'base64') }
}

/** Throws when a program does not give the very bytes of an answer, or gives them to who has no key though it should not. */
export async function checkAnswer(
  target: LoadTarget,
  { body }: SameAnswer,
  { asksForKey }: { readonly asksForKey: boolean },
): Promise<void> {
  const given = await askFor(target)
  if (!given.body.equals(body)) throw new Error(`${target.url} gives another body.`)
  const { Authorization: _, ...without } = target.headers
  const refused = await askFor({ ...target, headers: without })
  if (asksForKey && refused.body.equals(body)) throw new Error(`${target.url} asks for no key.`)
}

async function askFor({ url, headers }: LoadTarget): Promise<SameAnswer> {
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
