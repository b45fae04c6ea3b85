import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { BACKLINE } from '../scripts/cluster/run-program.ts'
import { startValkey } from '../scripts/cluster/start-valkey.ts'
import { createSeededRandom } from '../src/platform/text/seeded-random.ts'
import { demoExample } from '../src/demo/demo-example.ts'
import { KEYED_PREFIX } from '../src/game/api-prefix.ts'
import { benchConfig, benchSettings, prepareData, prepareKeys } from './harness/prepare-data.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'
import { sendSteadily, type SteadyResult } from './scale/steady-load.ts'
import { startServing, type ServingProcess } from './start/serving-process.ts'

// Measures how many bots one node serves. Each of 10,000 bots has its own developer, key and
// connection. The rate of all requests grows from step to step; a bot sends one every 25 s, so that
// a rate stands for 25 times as many bots.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    bots: { type: 'string', default: '10000' },
  },
})
const ROUNDS = Number(values.rounds)
const BOTS = Number(values.bots)
const BOT_PERIOD_S = 25
/** Requests a minute of a bot at its peak. */
const PEAK_PER_MINUTE = 100
const RATES = [400, 2_000, 4_000, 6_000, 8_000]
const SECONDS = 5
/** The goal: the rates up to the first whose p99 exceeds it. */
const P99_MS = 50
/** Different answers that half of the requests ask for. */
const ANSWERS = 200
const WARM_UP = 60_000

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const store = await startValkey({ folder: join(folder, 'valkey') })
const running: ServingProcess[] = []
try {
  const own = await prepareData(folder)
  console.error(`Creating ${BOTS} keys …`)
  const names = Array.from({ length: BOTS }, (_, nth) => `bench-${nth}`)
  const keys = await prepareKeys(benchConfig(folder), { names, keysEach: 1 })
  const nextRequest = requestsOf(keys)
  const results: Record<string, Record<number, readonly SteadyResult[]>> = {}
  for (const [name, settings] of Object.entries({
    embedded: {},
    'on Valkey or Redis': { BACKLINE_VALKEY_URL: store.url },
  })) {
    const server = await start(name, settings)
    console.error(`${name}: warming up …`)
    const base = { origin: server.origin, request: nextRequest }
    await sendSteadily({ ...base, connections: 2, perS: 500, amount: 1_000 })
    await sendSteadily({ ...base, connections: 50, perS: 4_000, amount: WARM_UP })
    results[name] = await measureRates(name, server)
    await server.end()
  }
  report(format(results), results)

  async function measureRates(name: string, server: ServingProcess) {
    const measured: Record<number, SteadyResult[]> = {}
    for (const perS of RATES) {
      const rounds: SteadyResult[] = (measured[perS] = [])
      for (let round = 0; round < ROUNDS; round += 1) {
        const amount = perS * SECONDS
        const load = { origin: server.origin, request: nextRequest, perS, amount }
        rounds.push(await sendSteadily({ ...load, connections: BOTS }))
      }
      const { median } = spreadOf(rounds.map(({ p99Ms }) => p99Ms))
      console.error(`${name}: ${perS}/s, p99 ${median.toFixed(1)} ms`)
      if (median > P99_MS) break
    }
    return measured
  }

  /** Starts a node with the limits of connections that this many bots need. */
  async function start(name: string, settings: Record<string, string>): Promise<ServingProcess> {
    const data = join(folder, name)
    cpSync(join(folder, 'data'), join(data, 'data'), { recursive: true })
    const all = { BACKLINE_CONNECTIONS_MAX: String(BOTS * 2), ...settings }
    const environment = { ...process.env, ...benchSettings(data, all) }
    const server = await startServing([BACKLINE, 'serve'], environment)
    running.push(server)
    return server
  }

  /** Half of the requests ask for one small answer, the others for one of many larger ones. */
  function requestsOf(all: readonly string[]) {
    const random = createSeededRandom(5, 'bots')
    const { id } = demoExample('announcement.get', 'jp')
    const { arenaSeasonId } = demoExample('arena.ranking', 'jp')
    const small = `${KEYED_PREFIX}jp/announcement/${String(id)}`
    return (nth: number) => {
      const first = random.integer(1, ANSWERS)
      const window = `${KEYED_PREFIX}jp/arena/${String(arenaSeasonId)}/ranking/${first}/${first + 8}`
      return { path: nth % 2 === 0 ? small : window, key: all[nth % all.length] ?? own }
    }
  }
} finally {
  await Promise.all(running.map((server) => server.end()))
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
}

function format(
  results: Readonly<Record<string, Record<number, readonly SteadyResult[]>>>,
): string {
  const head = [
    `${BOTS.toLocaleString('en')} connections`,
    'requests/s',
    `bots, one request in ${BOT_PERIOD_S} s`,
    `bots at ${PEAK_PER_MINUTE} a minute`,
    'p50 ms',
    'p99 ms',
    'refused',
  ]
  const rows = Object.entries(results).flatMap(([name, rates]) =>
    Object.entries(rates).map(([rate, rounds]) => {
      const each = (pick: (one: SteadyResult) => number) => spreadOf(rounds.map(pick))
      return [
        name,
        rate,
        (Number(rate) * BOT_PERIOD_S).toLocaleString('en'),
        Math.floor((Number(rate) * 60) / PEAK_PER_MINUTE).toLocaleString('en'),
        formatSpread(
          each(({ p50Ms }) => p50Ms),
          2,
        ),
        formatSpread(
          each(({ p99Ms }) => p99Ms),
          2,
        ),
        String(each(({ refused }) => refused).high),
      ]
    }),
  )
  return ['', formatTable([head, ...rows])].join('\n')
}
