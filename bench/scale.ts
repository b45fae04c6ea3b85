import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '../src/platform/text/seeded-random.ts'
import { demoExample } from '../src/demo/demo-example.ts'
import { KEYED_PREFIX } from '../src/game/api-prefix.ts'
import { BACKLINE } from '../scripts/cluster/run-program.ts'
import { benchConfig, benchSettings, prepareData, prepareKeys } from './harness/prepare-data.ts'
import { HOW_TO_READ } from './harness/summarize.ts'
import { openStreams } from './live/open-streams.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'
import { hasTlsProxy, startTlsProxy, type TlsProxy } from './scale/start-tls-proxy.ts'
import { sendSteadily, type SteadyLoad, type SteadyResult } from './scale/steady-load.ts'
import { startServing } from './start/serving-process.ts'

// Measures a node with many keys, many answers, open live streams, and clients that do not keep
// their connections, each against the same rate of requests with one key for one answer.
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const ROUNDS = Number(values.rounds)
const [DEVELOPERS, KEYS_EACH] = [5_000, 4]
const ANSWERS = 1_000
const STREAMS = 200
const CONNECTIONS = 50
/** Requests of a second, and the seconds of a case in each round. */
const PER_S = 2_000
/** TLS handshakes cost the load process and the proxy more than the answers cost the server. */
const TLS_PER_S = 200
const SECONDS = 4
/** Requests until V8 has compiled the request path. */
const WARM_UP = 30_000

/** One measured load and what it is compared with. */
interface Case {
  readonly name: string
  readonly to: string
  readonly load: Omit<SteadyLoad, 'amount'>
  readonly streams?: number
}

/** The measurement of a case in one round. */
interface Measured extends SteadyResult {
  readonly cpuUs: number
  readonly memoryMb: number
}

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const own = await prepareData(folder)
console.error(`Creating ${DEVELOPERS * KEYS_EACH} keys …`)
const names = Array.from({ length: DEVELOPERS }, (_, nth) => `bench-${nth}`)
const keys = await prepareKeys(benchConfig(folder), { names, keysEach: KEYS_EACH })
const server = await startServing([BACKLINE, 'serve'], {
  ...process.env,
  ...benchSettings(folder, {
    BACKLINE_CACHE_TTL_MS: '86400000',
    BACKLINE_COLLECT_CADENCE_MS: '3000',
    BACKLINE_LIVE_STREAMS_ADDRESS: String(STREAMS * 2),
    BACKLINE_PUBLIC_MINUTE: '1000000',
    BACKLINE_PUBLIC_CONCURRENCY: '1000',
  }),
})
let proxy: TlsProxy | undefined
try {
  if (hasTlsProxy()) proxy = await startTlsProxy(folder, server.origin)
  else console.error('nginx or openssl is not installed; skipping the TLS proxy.')
  const cases = casesOf()
  console.error('warming up …')
  for (const { load } of cases.filter(({ load: { perS } }) => perS === PER_S)) {
    const amount = load.reconnects === true ? WARM_UP / 10 : WARM_UP
    await sendSteadily({ ...load, perS: PER_S * 3, amount })
  }
  const rounds: Record<string, Measured>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    console.error(`round ${round + 1} of ${ROUNDS} …`)
    const results: Record<string, Measured> = {}
    for (const one of round % 2 === 0 ? cases : cases.toReversed()) {
      results[one.name] = await measure(one)
    }
    rounds.push(results)
  }
  report(format(cases, rounds), rounds)
} finally {
  await proxy?.server.stop()
  await server.end()
  rmSync(folder, { recursive: true, force: true })
}

function casesOf(): readonly Case[] {
  const random = createSeededRandom(4, 'scale')
  const { origin } = server
  const { arenaSeasonId } = demoExample('arena.ranking', 'jp')
  const window = (first: number) =>
    `${KEYED_PREFIX}jp/arena/${String(arenaSeasonId)}/ranking/${first}/${first + 8}`
  const key = () => keys[random.integer(0, keys.length - 1)] ?? own
  const path = () => window(random.integer(1, ANSWERS))
  const one = { path: window(1), key: own }
  const base = { origin, connections: CONNECTIONS, perS: PER_S, request: () => one }
  const name = 'one key, one answer'
  const cases: Case[] = [
    { name, to: name, load: base },
    {
      name: `${keys.length.toLocaleString('en')} keys`,
      to: name,
      load: { ...base, request: () => ({ ...one, key: key() }) },
    },
    {
      name: `${ANSWERS.toLocaleString('en')} answers`,
      to: name,
      load: { ...base, request: () => ({ ...one, path: path() }) },
    },
    {
      name: 'both',
      to: name,
      load: { ...base, request: () => ({ path: path(), key: key() }) },
    },
    { name: `${STREAMS} live streams`, to: name, load: base, streams: STREAMS },
    { name: 'a connection per request', to: name, load: { ...base, reconnects: true } },
  ]
  if (proxy === undefined) return cases
  const tls = { ...base, perS: TLS_PER_S, origin: proxy.keptOrigin }
  const kept = 'TLS proxy'
  return [
    ...cases,
    { name: kept, to: kept, load: tls },
    {
      name: 'TLS proxy, nothing kept alive',
      to: kept,
      load: { ...tls, origin: proxy.closingOrigin, reconnects: true },
    },
  ]
}

async function measure({ load, streams = 0 }: Case): Promise<Measured> {
  const close = await openStreams(server.origin, streams)
  const before = server.cpuUs()
  const amount = load.perS * SECONDS
  const result = await sendSteadily({ ...load, amount })
  const cpuUs = (server.cpuUs() - before) / amount
  const memoryMb = server.memoryMb() ?? Number.NaN
  close()
  return { ...result, cpuUs, memoryMb }
}

function format(cases: readonly Case[], rounds: readonly Record<string, Measured>[]): string {
  const rows = cases.map(({ name, to, load }) => {
    const each = (pick: (mine: Measured, other: Measured) => number) =>
      spreadOf(rounds.map((round) => pick(round[name] as Measured, round[to] as Measured)))
    return [
      name,
      String(load.perS),
      formatSpread(
        each((mine) => mine.cpuUs),
        1,
      ),
      formatSpread(
        each((mine, other) => mine.cpuUs / other.cpuUs),
        2,
      ),
      ...[each((mine) => mine.p50Ms), each((mine) => mine.p99Ms)].map((spread) =>
        formatSpread(spread, 2),
      ),
      each((mine) => mine.memoryMb).median.toFixed(0),
      String(each((mine) => mine.refused).high),
    ]
  })
  const head = [
    'load',
    'requests/s',
    'CPU µs/request',
    'ratio',
    'p50 ms',
    'p99 ms',
    'MB',
    'refused',
  ]
  return ['', formatTable([head, ...rows]), '', HOW_TO_READ].join('\n')
}
