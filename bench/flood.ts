import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../scripts/cluster/free-port.ts'
import { dataPaths } from '../src/platform/files/data-paths.ts'
import { systemClock } from '../src/platform/time/system-clock.ts'
import { KEYED_PREFIX } from '../src/game/api-prefix.ts'
import { demoExample } from '../src/demo/demo-example.ts'
import { openHistory } from '../src/history/store/open-sqlite-history.ts'
import type { FloodCommand, FloodOptions } from './flood/flood.ts'
import { recordEvent, type EventShape } from './history/record-event.ts'
import { createKeptGet } from './harness/kept-get.ts'
import { readSteadily, type SteadyTimes } from './harness/read-steadily.ts'
import { sendLoad } from './load.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'
import { benchConfig, prepareData } from './harness/prepare-data.ts'
import { startChild, type Child, type LoopDelay } from './harness/start-child.ts'
import { HOW_TO_READ } from './harness/summarize.ts'

// Measures the latency of a bot with a key, at a fixed rate, while the public interface is flooded
// with its most expensive reads: from many addresses that each stay within their limits, and from a
// few that exceed them; at a fixed rate, and as fast as possible. On a machine with few processors
// the flood, the measuring client and the server compete for them. To separate that effect, the
// same flood also runs against another process of the same kind.
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rate: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
  },
})
const ROUNDS = 5
const PER_ROUND = 2_000
const SHAPE: EventShape = { id: '1', ranks: 100, snapshots: 3_000, changing: 0.5 }
const FLOODS = {
  '2,000/s from everywhere': { networks: 100_000, perS: 2_000 },
  '2,000/s from 20 addresses': { networks: 20, perS: 2_000 },
  'maximum rate from everywhere': { networks: 100_000, perS: undefined },
  'maximum rate from 20 addresses': { networks: 20, perS: undefined },
  // More than the queue holds: most are rejected.
  '10,000 connections from everywhere': {
    networks: 100_000,
    perS: undefined,
    connections: 10_000,
  },
} satisfies Readonly<Record<string, FloodShape>>

interface FloodShape {
  readonly networks: number
  /** Requests per second; `undefined`: as fast as responses arrive. */
  readonly perS: number | undefined
  /** Overrides the number of connections of the command line. */
  readonly connections?: number
}

interface Round {
  readonly alone: SteadyTimes
  readonly elsewhere: SteadyTimes
  readonly beside: SteadyTimes
  readonly loopAlone: LoopDelay
  readonly loop: LoopDelay
  readonly statuses: Readonly<Record<string, number>>
}

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child[] = []
try {
  const key = await prepareData(folder)
  await fillHistory()
  const adminPort = await freePort()
  const start = async (name: string, admin: number) => {
    const settings = {
      BACKLINE_COLLECT: 'off',
      BACKLINE_ADMIN_LISTEN: `127.0.0.1:${admin}`,
      BACKLINE_TRUSTED_PROXIES: '127.0.0.1',
      // The largest flood must leave connections for the measuring client.
      BACKLINE_CONNECTIONS_MAX: '12000',
    }
    const child = await startChild({ benchmark: 'flood', name, folder, settings })
    children.push(child)
    return child
  }
  const [service, other] = [await start('service', adminPort), await start('other', 0)]
  const { origin } = service
  const { id } = demoExample('announcement.get', 'jp')
  const headers = { Authorization: `Bearer ${key}` }
  const target = { url: `${origin}${KEYED_PREFIX}jp/announcement/${String(id)}`, headers }
  const keyed = createKeptGet(target)
  const perS = Number(values.rate)
  const load = () => readSteadily(keyed.request, perS, sleep((PER_ROUND * 1_000) / perS))
  await sendLoad(target, 20_000)
  const rows: string[][] = []
  const numbers: Record<string, unknown> = {}
  const floods = Object.entries<FloodShape>(FLOODS).filter(([name]) => name.startsWith(values.only))
  for (const [name, shape] of floods) {
    const flood = startFlood(shape)
    await flood.run(origin, () => sleep(5_000))
    const before = await gatewayCalls(adminPort)
    await flood.run(origin, () => sleep(5_000))
    const calls = (await gatewayCalls(adminPort)) - before
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await service.query('loopDelay')
      const alone = await load()
      const loopAlone = await service.query('loopDelay')
      const { result: elsewhere } = await flood.run(other.origin, load)
      await service.query('loopDelay')
      const { result: beside, statuses } = await flood.run(origin, load)
      const loop = await service.query('loopDelay')
      rounds.push({ alone, elsewhere, beside, loopAlone, loop, statuses })
    }
    flood.end()
    numbers[name] = { calls, rounds }
    rows.push(...describe(name, calls, rounds))
  }
  keyed.close()
  const table = formatTable([
    ['', 'no flood', 'flood elsewhere', 'flood here', 'ratio to none', 'ratio to elsewhere'],
    ...rows,
  ])
  report(`\n${table}\n\n${HOW_TO_READ}`, numbers)
} finally {
  for (const child of children) child.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function fillHistory(): Promise<void> {
  const { dataDir } = benchConfig(folder)
  const store = openHistory(dataPaths(dataDir).history, systemClock)
  const lease = await store.acquireLease('bench', 3_600_000)
  if (lease === undefined) throw new Error('The collector lease of an empty store was not granted.')
  await recordEvent(store, lease, SHAPE)
  await store.close()
}

function startFlood({ networks, perS, connections = Number(values.connections) }: FloodShape) {
  const settings: FloodOptions = {
    shape: SHAPE,
    connections,
    networks,
    perS,
  }
  const child = fork(new URL('flood/flood.ts', import.meta.url), [JSON.stringify(settings)])
  // Real flooders run on other machines; here the flood must not starve the measuring client.
  if (child.pid !== undefined) setPriority(child.pid, 19)
  return {
    run: async <Result>(origin: string, during: () => Promise<Result>) => {
      const send = (command: FloodCommand) => child.send(command)
      send({ origin })
      await sleep(500)
      const result = await during()
      send('stop')
      const [statuses] = (await once(child, 'message')) as [Record<string, number>]
      return { result, statuses }
    },
    end: () => child.disconnect(),
  }
}

/** Returns the number of completed gateway calls. */
async function gatewayCalls(adminPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('backline_gateway_calls_total{'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

function describe(name: string, calls: number, rounds: readonly Round[]): string[][] {
  const spread = (pick: (round: Round) => number) =>
    formatSpread(spreadOf(rounds.map((round) => pick(round))), 2)
  const row = (label: string, of: 'p50Ms' | 'p99Ms') => [
    `${name}: ${label}`,
    spread(({ alone }) => alone[of]),
    spread(({ elsewhere }) => elsewhere[of]),
    spread(({ beside }) => beside[of]),
    spread(({ alone, beside }) => beside[of] / alone[of]),
    spread(({ elsewhere, beside }) => beside[of] / elsewhere[of]),
  ]
  const here = (label: string, value: string, alone = '') => [
    `${name}: ${label}`,
    alone,
    '',
    value,
    '',
    '',
  ]
  const counts = new Map<string, number>()
  for (const { statuses } of rounds) {
    for (const [status, count] of Object.entries(statuses)) {
      counts.set(status, (counts.get(status) ?? 0) + count)
    }
  }
  return [
    row('p50 ms with a key', 'p50Ms'),
    row('p99 ms with a key', 'p99Ms'),
    here(
      'maximum event-loop delay, ms',
      spread(({ loop }) => loop.maxMs),
      spread(({ loopAlone }) => loopAlone.maxMs),
    ),
    here(
      'refused with a key, of ' + String(PER_ROUND),
      spread(({ beside }) => beside.failed),
      spread(({ alone }) => alone.failed),
    ),
    here('gateway calls', String(calls)),
    ...[...counts].map(([status, count]) => here(`status ${status}`, String(count))),
  ]
}
