import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { OPEN_PREFIX } from '../src/contract/open-prefix.ts'
import { demoExample } from '../src/gateways/embedded/demo/demo-example.ts'
import { sendLoad, type LoadResult } from './load.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'
import { prepareData } from './turns/prepare-data.ts'
import { startChild, type Child } from './turns/start-child.ts'
import { HOW_TO_READ } from './turns/summarize.ts'

// What others see while 1,000 clients send their headers or bodies slowly or never read: rounds with and without them.
// A slow client that is cut off comes back after five seconds.
const { values } = parseArgs({ options: { clients: { type: 'string', default: '999' } } })
const ROUNDS = 5
const PER_ROUND = 3_000
const CONNECTIONS = 10

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
let service: Child | undefined
try {
  const key = await prepareData(folder)
  service = await startChild({ question: 'slow', name: 'service', folder })
  const { origin } = service
  const season = String(demoExample('arena.ranking', 'jp')['arenaSeasonId'])
  const largeTarget = `${OPEN_PREFIX}jp/arena/${season}/ranking/1/89`
  const count = Number(values.clients)
  const settings = { origin, key, largeTarget, count, comeBack: true }
  const clients = fork(new URL('slow/clients.ts', import.meta.url), [JSON.stringify(settings)])
  const tell = async (word: 'open' | 'close') => {
    clients.send(word)
    return (await once(clients, 'message'))[0] as { open: number; cut: number }
  }
  const { id } = demoExample('announcement.get', 'jp')
  const headers = { Authorization: `Bearer ${key}` }
  const target = { url: `${origin}${OPEN_PREFIX}jp/announcement/${String(id)}`, headers }
  const load = () => sendLoad(target, PER_ROUND, { connections: CONNECTIONS })
  await load()
  const rounds: { alone: LoadResult; beside: LoadResult; open: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await load()
    const { open } = await tell('open')
    const beside = await load()
    await tell('close')
    rounds.push({ alone, beside, open })
  }
  clients.disconnect()
  const row = (name: string, of: 'p50Ms' | 'p99Ms' | 'requestsPerS', digits: number) => [
    name,
    formatSpread(spreadOf(rounds.map(({ alone }) => alone[of])), digits),
    formatSpread(spreadOf(rounds.map(({ beside }) => beside[of])), digits),
    formatSpread(spreadOf(rounds.map(({ alone, beside }) => beside[of] / alone[of])), 2),
  ]
  const table = formatTable([
    ['', 'alone', `beside ${count} slow clients`, 'ratio'],
    row('p50 ms', 'p50Ms', 2),
    row('p99 ms', 'p99Ms', 2),
    row('requests/s', 'requestsPerS', 0),
  ])
  report(`\n${table}\n\n${HOW_TO_READ}`, rounds)
} finally {
  service?.stop()
  rmSync(folder, { recursive: true, force: true })
}
