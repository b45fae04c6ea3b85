import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { backline, get, startServer } from './run-backline.ts'
import { startDemo } from './start-demo.ts'

const folder = temporaryFolder()
const DAY = 3_000
const CLIENTS = 8

describe('a kill -9', () => {
  it('keeps the compile cache for the next start', async () => {
    const temporary = join(folder, 'temporary')
    const compiled = join(folder, 'compiled')
    for (const path of [temporary, compiled]) mkdirSync(path)
    const more = { TMPDIR: temporary, NODE_COMPILE_CACHE: compiled }
    const server = await startServer(join(folder, 'compiles'), { more })
    while (readdirSync(compiled, { recursive: true }).length < 400) {
      await setTimeout(20)
    }
    server.kill('SIGKILL')
    await server.ended
    // The cache is not in a directory that other users can write to.
    assert.deepEqual(
      readdirSync(temporary).filter((name) => /^v\d|compile/.test(name)),
      [],
    )
    // One folder for each set of engine flags: those of the server, and those of the demo
    // generator.
    assert.ok(readdirSync(compiled).length <= 2)
  })
})

describe('a kill -9 under load', () => {
  it('loses no admitted request and invents none', async () => {
    const dataDir = join(folder, 'data')
    let server = await startDemo(dataDir)
    const key = readFileSync(join(dataDir, 'demo-key'), 'utf8').trim()
    backline(dataDir, [
      'developers',
      'set-limits',
      'demo',
      '--minute',
      '1000000',
      '--day',
      String(DAY),
      '--concurrency',
      '100',
    ])
    await limitOf(server.origin, key, DAY)

    let admitted = 0
    let unknown = 0
    for (const round of [1, 2, 3]) {
      const agent = new Agent({ keepAlive: true })
      const counts = { admitted: 0, refused: 0, cut: 0 }
      const load = Array.from({ length: CLIENTS }, () => attack(server.origin, key, agent, counts))
      while (counts.admitted < 300) await new Promise(setImmediate)
      server.kill('SIGKILL')
      await Promise.all([...load, server.ended])
      agent.destroy()
      admitted += counts.admitted
      // An interrupted attempt may have been admitted or not: each client has at most one.
      unknown += counts.cut
      assert.ok(counts.cut <= CLIENTS && counts.refused === 0)

      server = await startServer(dataDir)
      const { used, concurrency } = await quota(server.origin, key)
      assert.ok(
        used >= admitted && used <= admitted + unknown,
        `round ${round}: ${used} of ${admitted} + ${unknown}`,
      )
      assert.equal(concurrency, 0)
      // From here on, the outcome of those attempts is known.
      admitted = used
      unknown = 0
    }

    const agent = new Agent({ keepAlive: true })
    const rest = { admitted: 0, refused: 0, cut: 0 }
    await Promise.all(
      Array.from({ length: CLIENTS }, () => attack(server.origin, key, agent, rest, DAY)),
    )
    agent.destroy()
    assert.equal(admitted + rest.admitted, DAY)
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })
})

async function quota(origin: string, key: string) {
  const { json } = await get(`${origin}/api/developer/v1/quota`, key)
  const { day, concurrency } = json as Record<
    'day' | 'concurrency',
    { used: number; limit: number }
  >
  return { used: day.used, limit: day.limit, concurrency: concurrency.used }
}

/**
 * Waits until the running server applies a changed limit; bounded by the time limit of the test.
 */
async function limitOf(origin: string, key: string, wanted: number): Promise<void> {
  while ((await quota(origin, key)).limit !== wanted) await new Promise(setImmediate)
}

/** Sends requests in sequence until one is rejected or interrupted. */
async function attack(
  origin: string,
  key: string,
  agent: Agent,
  counts: { admitted: number; refused: number; cut: number },
  attempts = 1_000_000,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const status = await statusOf(origin, key, agent)
    if (status === 200) counts.admitted += 1
    else if (status === 429) counts.refused += 1
    else counts.cut += 1
    if (status !== 200) return
  }
}

function statusOf(origin: string, key: string, agent: Agent): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const headers = { Authorization: `Bearer ${key}` }
  const outgoing = request(`${origin}/api/open/v1/game/jp/announcements`, { agent, headers })
  outgoing.on('error', () => resolve(undefined))
  outgoing.on('response', (incoming) => {
    // Headers alone do not prove an admission: only the complete answer does.
    incoming.on('error', () => resolve(undefined))
    incoming.on('end', () => resolve(incoming.complete ? incoming.statusCode : undefined))
    incoming.resume()
  })
  outgoing.end()
  return promise
}
