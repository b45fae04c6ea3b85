import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../scripts/cluster/free-port.ts'
import { dataPaths } from '../src/compose/data-paths.ts'
import { systemClock } from '../src/compose/system-clock.ts'
import { OPEN_PREFIX } from '../src/contract/open-prefix.ts'
import { demoExample } from '../src/gateways/embedded/demo/demo-example.ts'
import { openHistory } from '../src/stores/embedded/open-history.ts'
import type { FloodOrder, FloodSettings } from './flood/flood.ts'
import { recordEvent, type EventShape } from './history/record-event.ts'
import { sendAtRate, type RateResult } from './flood/send-at-rate.ts'
import { sendLoad } from './load.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'
import { benchConfig, prepareData } from './turns/prepare-data.ts'
import { startChild, type Child, type LoopDelay } from './turns/start-child.ts'
import { HOW_TO_READ } from './turns/summarize.ts'

// What a bot with a key sees, at a fixed rate, while the public interface is flooded with its dearest readings: from very
// many addresses, of which each is within its limits, and from a few that are far over them; at a rate, and as fast as it goes. On a machine of few processors
// those who flood, those who measure and the threads of the server are in each other's way: what that is shows the same flood on
// another process of the same kind.
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
  'all it can, from everywhere': { networks: 100_000, perS: undefined },
  'all it can, from 20 addresses': { networks: 20, perS: undefined },
}

interface Round {
  readonly alone: RateResult
  readonly elsewhere: RateResult
  readonly beside: RateResult
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
    }
    const child = await startChild({ question: 'flood', name, folder, settings })
    children.push(child)
    return child
  }
  const [service, other] = [await start('service', adminPort), await start('other', 0)]
  const { origin } = service
  const { id } = demoExample('announcement.get', 'jp')
  const headers = { Authorization: `Bearer ${key}` }
  const target = { url: `${origin}${OPEN_PREFIX}jp/announcement/${String(id)}`, headers }
  const load = () => sendAtRate(target, PER_ROUND, Number(values.rate))
  await sendLoad(target, 20_000)
  const rows: string[][] = []
  const numbers: Record<string, unknown> = {}
  const floods = Object.entries(FLOODS).filter(([name]) => name.startsWith(values.only))
  for (const [name, { networks, perS }] of floods) {
    const flood = startFlood(networks, perS)
    await flood.run(origin, () => sleep(5_000))
    const before = await gatewayCalls(adminPort)
    await flood.run(origin, () => sleep(5_000))
    const calls = (await gatewayCalls(adminPort)) - before
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await service.ask('loopDelay')
      const alone = await load()
      const loopAlone = await service.ask('loopDelay')
      const { result: elsewhere } = await flood.run(other.origin, load)
      await service.ask('loopDelay')
      const { result: beside, statuses } = await flood.run(origin, load)
      const loop = await service.ask('loopDelay')
      rounds.push({ alone, elsewhere, beside, loopAlone, loop, statuses })
    }
    flood.end()
    numbers[name] = { calls, rounds }
    rows.push(...describe(name, calls, rounds))
  }
  const table = formatTable([
    ['', 'alone', 'flood elsewhere', 'flood here', 'to alone', 'to elsewhere'],
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
  const lease = await store.holdLease('bench', 3_600_000)
  if (lease === undefined) throw new Error('An empty store has no holder.')
  await recordEvent(store, lease, SHAPE)
  await store.close()
}

function startFlood(networks: number, perS: number | undefined) {
  const settings: FloodSettings = {
    shape: SHAPE,
    connections: Number(values.connections),
    networks,
    perS,
  }
  const child = fork(new URL('flood/flood.ts', import.meta.url), [JSON.stringify(settings)])
  // Those who flood have machines of their own; here they must not keep the one who measures from its processor.
  if (child.pid !== undefined) setPriority(child.pid, 19)
  return {
    run: async <Result>(origin: string, during: () => Promise<Result>) => {
      const tell = (order: FloodOrder) => child.send(order)
      tell({ origin })
      await sleep(500)
      const result = await during()
      tell('close')
      const [statuses] = (await once(child, 'message')) as [Record<string, number>]
      return { result, statuses }
    },
    end: () => child.disconnect(),
  }
}

/** How many calls of a gateway are over. */
async function gatewayCalls(adminPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('backline_gateway_calls_total{'))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

function describe(name: string, calls: number, rounds: readonly Round[]): string[][] {
  const spread = (pick: (round: Round) => number) =>
    formatSpread(spreadOf(rounds.map((round) => pick(round))), 2)
  const row = (words: string, of: 'p50Ms' | 'p99Ms') => [
    `${name}: ${words}`,
    spread(({ alone }) => alone[of]),
    spread(({ elsewhere }) => elsewhere[of]),
    spread(({ beside }) => beside[of]),
    spread(({ alone, beside }) => beside[of] / alone[of]),
    spread(({ elsewhere, beside }) => beside[of] / elsewhere[of]),
  ]
  const here = (words: string, value: string, alone = '') => [
    `${name}: ${words}`,
    alone,
    '',
    value,
    '',
    '',
  ]
  const answers = new Map<string, number>()
  for (const { statuses } of rounds) {
    for (const [status, count] of Object.entries(statuses)) {
      answers.set(status, (answers.get(status) ?? 0) + count)
    }
  }
  return [
    row('p50 ms with a key', 'p50Ms'),
    row('p99 ms with a key', 'p99Ms'),
    here(
      'event loop late, ms at most',
      spread(({ loop }) => loop.maxMs),
      spread(({ loopAlone }) => loopAlone.maxMs),
    ),
    here('calls of a gateway', String(calls)),
    ...[...answers].map(([status, count]) => here(`answered with ${status}`, String(count))),
  ]
}
