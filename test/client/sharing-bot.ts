import process from 'node:process'
import { createInterface } from 'node:readline'
import { setImmediate as turn } from 'node:timers/promises'
import { BacklineError, createClient, playerId } from '../../client/src/client.ts'

// The TypeScript form of test/python-client/sharing_bot.py: requests as fast as its share allows
// until a second is reached, in the time of another process, which is told of every wait.

interface Timer {
  readonly atMs: number
  readonly callback: () => void
}

const [origin = '', until = '', given = '{}'] = process.argv.slice(2)
const { start, share } = JSON.parse(given) as { start: number; share: 'auto' | '1/3' }
const timers = new Set<Timer>()
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const time = { nowMs: 0 }
let requests = 0
let answered = 0
const codes: string[] = []

const after = (delayMs: number, callback: () => void) => {
  const timer = { atMs: time.nowMs + delayMs, callback }
  timers.add(timer)
  return () => void timers.delete(timer)
}
const pass = (ms: number) => new Promise<void>((resolve) => after(ms, resolve))
const countedFetch: typeof fetch = async (...words) => {
  requests += 1
  try {
    const answer = await fetch(...words)
    return new Response(await answer.arrayBuffer(), answer)
  } finally {
    requests -= 1
  }
}
const client = createClient({
  baseUrl: origin,
  key: process.env['DEVELOPER_KEY'],
  clock: { nowMs: () => time.nowMs, after },
  fetch: countedFetch,
  retriesMax: 0,
  share,
})

async function run(): Promise<void> {
  await pass(start * 1_000)
  const endMs = time.nowMs + Number(until) * 1_000
  while (time.nowMs < endMs) {
    try {
      await client.profile.favorites('jp', { playerId: playerId('1820000000000000002') })
      answered += 1
    } catch (error) {
      codes.push(error instanceof BacklineError ? error.code : String(error))
    }
    await pass(50)
  }
}

/** Resolves when nothing happens before time passes. */
async function isIdle(): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet += 1) {
    await turn()
    if (requests > 0) quiet = -1
  }
}

let hasEnded = false
const ended = run().finally(() => (hasEnded = true))
for (;;) {
  await isIdle()
  if (hasEnded) break
  const [first] = [...timers].toSorted((one, other) => one.atMs - other.atMs)
  if (first === undefined) throw new Error('It waits for nothing.')
  process.stdout.write(`${JSON.stringify({ step: (first.atMs - time.nowMs) / 1_000 })}\n`)
  await lines.next()
  time.nowMs = first.atMs
  timers.delete(first)
  first.callback()
}
await ended
process.stdout.write(`${JSON.stringify({ answered, codes })}\n`)
process.exit(0)
