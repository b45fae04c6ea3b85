import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { startValkey } from '../scripts/cluster/start-valkey.ts'
import { CASES } from './cached/cases.ts'
import { measureSetUp, type SetUp, type SetUpRun } from './nodes/measure-set-up.ts'
import { formatSpread, formatTable, quiet, report, spreadOf } from './report.ts'
import { startServing, type ServingProcess } from './start/serving-process.ts'
import { processCpuUs } from './harness/descendant-cpu.ts'
import { benchSettings, prepareData } from './harness/prepare-data.ts'
import { cacheAnswer } from './harness/same-answer.ts'
import { HOW_TO_READ } from './harness/summarize.ts'

// Measures the cost of a cached answer with quotas counted in the process, on one Valkey or Redis
// server, with several nodes that share that server, with workers of one node, and of what a team
// would build on that server. All run as real server processes.
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const PER_ROUND = 12_000
/** Requests to each process until V8 has compiled the request path. */
const WARM_UP = 36_000
const [CASE] = CASES
const WORKERS = [2, 4]
const NODES = 4
/** Fastify with `rate-limiter-flexible` on the same server: see `bench/cached/start-peer.ts`. */
const PEER = 'peer'

if (CASE === undefined) throw new Error('CASES is empty.')
const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const store = await startValkey({ folder })
const running: ServingProcess[] = []
try {
  const key = await prepareData(folder)
  const start = async (name: string, settings: Record<string, string>, args: string[] = []) => {
    cpSync(join(folder, 'data'), join(folder, name, 'data'), { recursive: true })
    const environment = {
      ...process.env,
      ...benchSettings(join(folder, name), { BACKLINE_CACHE_TTL_MS: '86400000', ...settings }),
    }
    const server = await startServing(['bin/backline.mjs', 'serve', ...args], environment)
    running.push(server)
    return server
  }
  const shared = { BACKLINE_VALKEY_URL: store.url }
  const embedded = await start('embedded', {})
  const nodes: ServingProcess[] = []
  for (let nth = 1; nth <= NODES; nth += 1) nodes.push(await start(`node-${nth}`, shared))
  const load = { path: CASE.path, headers: { Authorization: `Bearer ${key}` } }
  await cacheAnswer(folder, { url: embedded.origin + load.path, headers: load.headers })
  const peer = await startServing(['bench/nodes/peer-server.ts', folder, store.url], process.env)
  running.push(peer)
  const setUps: SetUp[] = [
    { name: 'embedded', servers: [embedded] },
    { name: '1 node', servers: nodes.slice(0, 1) },
    { name: '2 nodes', servers: nodes.slice(0, 2) },
    { name: '4 nodes', servers: nodes },
    { name: PEER, servers: [peer] },
  ]
  for (const count of WORKERS) {
    const server = await start(`workers-${count}`, shared, ['--workers', String(count)])
    setUps.push({ name: `${count} workers`, servers: [server] })
  }

  const measure = (setUp: SetUp, amount: number) =>
    measureSetUp(setUp, { ...load, amount }, () => processCpuUs(store.pid))
  process.stderr.write('warming up …\n')
  for (const server of running) await measure({ name: '', servers: [server] }, WARM_UP)
  for (const { name, servers } of setUps) {
    if (name.endsWith('workers')) await measure({ name, servers }, WARM_UP)
  }
  const rounds: Record<string, SetUpRun>[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    process.stderr.write(`round ${round + 1} of ${values.rounds} …\n`)
    const results: Record<string, SetUpRun> = {}
    for (const setUp of round % 2 === 0 ? setUps : setUps.toReversed()) {
      results[setUp.name] = await measure(setUp, PER_ROUND)
    }
    rounds.push(results)
  }
  report(format(rounds, setUps), rounds)
} finally {
  await Promise.all(running.map((server) => server.end()))
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** What each set-up is compared with, in the same round. */
type Others = Readonly<Record<'embedded' | 'peer', SetUpRun>>

function format(rounds: readonly Record<string, SetUpRun>[], setUps: readonly SetUp[]): string {
  const rows = setUps.map(({ name }) => {
    const each = (pick: (run: SetUpRun, others: Others) => number) =>
      rounds.map((round) => {
        const others = { embedded: round['embedded'], peer: round[PEER] } as Others
        return pick(round[name] as SetUpRun, others)
      })
    return [
      name,
      formatSpread(spreadOf(each(({ cpuUs }) => cpuUs)), 1),
      quiet(each(({ cpuUs }) => cpuUs)).toFixed(1),
      formatSpread(spreadOf(each(({ cpuUs }, { embedded }) => embedded.cpuUs / cpuUs)), 2),
      formatSpread(spreadOf(each(({ cpuUs }, { peer }) => cpuUs / peer.cpuUs)), 2),
      formatSpread(spreadOf(each(({ storeCpuUs }) => storeCpuUs)), 1),
      spreadOf(each(({ requestsPerS }) => requestsPerS)).median.toFixed(0),
      spreadOf(each(({ p50Ms }) => p50Ms)).median.toFixed(2),
      spreadOf(each(({ p99Ms }) => p99Ms)).median.toFixed(2),
    ]
  })
  const head = [
    'set-up',
    'CPU µs/request',
    'quiet µs',
    'rate to embedded',
    'CPU to peer',
    'store CPU µs',
    'requests/s',
    'p50 ms',
    'p99 ms',
  ]
  return ['', formatTable([head, ...rows]), '', HOW_TO_READ].join('\n')
}
