import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { CASES, type Case, type ProgramName } from './cached/cases.ts'
import { formatSpread, formatTable } from './report.ts'
import { prepareData } from './turns/prepare-data.ts'
import { runRounds } from './turns/run-rounds.ts'
import { keepAnswer } from './turns/same-answer.ts'
import { startChild, type Child } from './turns/start-child.ts'
import { HOW_TO_READ, summarize, type Summary } from './turns/summarize.ts'

// What an answer that is kept costs by the whole service (key, scope, region, three quotas, cache) and by node:http
// alone, which writes the same bytes and headers. `--json` prints every round, `--only 12` the kinds so named.
const { values } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string', default: '' } },
})
const ROUNDS = 12
const WARM_UP = 5_000
/** A day, so that no lifetime ends in the run. */
const SETTINGS = { BACKLINE_CACHE_TTL_MS: '86400000' }

interface CaseResult extends Pick<Case, 'name' | 'path' | 'encoding'> {
  readonly bodyBytes: number
  readonly headerBytes: number
  readonly summaries: readonly Summary<ProgramName, 'bare'>[]
}

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child[] = []
try {
  const key = await prepareData(folder)
  const start = async (name: ProgramName) => {
    const child = await startChild({ question: 'cached', name, folder, settings: SETTINGS })
    children.push(child)
    return child
  }
  const service = await start('service')
  const results: CaseResult[] = []
  for (const one of CASES.filter(({ name }) => name.startsWith(values.only))) {
    const { name, path, encoding, perRound, expects } = one
    const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding }
    const targetOf = ({ origin }: Child) => ({ url: origin + path, headers, expects })
    const answer = await keepAnswer(folder, targetOf(service))
    const bare = await start('bare')
    console.error(`${name}: ${ROUNDS} rounds of ${perRound} requests to each program …`)
    const turns = [service, bare].map((child) => ({ child, target: targetOf(child) }))
    const rounds = await runRounds(turns, { rounds: ROUNDS, perRound, warmUp: WARM_UP })
    bare.stop()
    const summaries = summarize(rounds, ['service', 'bare'], ['bare'])
    const headerBytes = answer.headers.join('').length + 2 * answer.headers.length
    results.push({ name, path, encoding, bodyBytes: answer.body.length, headerBytes, summaries })
  }
  const json = { node: process.version, rounds: ROUNDS, cases: results }
  console.log(values.json === true ? JSON.stringify(json, null, 2) : formatResults(results))
} finally {
  for (const child of children) child.stop()
  rmSync(folder, { recursive: true, force: true })
}

function formatResults(results: readonly CaseResult[]): string {
  const head = ['answer', 'bytes', 'program', 'CPU µs/request', 'to bare', 'µs above bare']
  const rows = results.flatMap(({ name, bodyBytes, summaries }) =>
    summaries.map((summary) => [
      name,
      String(bodyBytes),
      summary.program,
      formatSpread(summary.cpuUsPerRequest, 1),
      formatSpread(summary.to.bare.cpu, 2),
      formatSpread(summary.to.bare.cpuUsMore, 1),
      summary.requestsPerS.median.toFixed(0),
      summary.p50Ms.median.toFixed(2),
      summary.p99Ms.median.toFixed(2),
    ]),
  )
  const table = formatTable([[...head, 'requests/s', 'p50 ms', 'p99 ms'], ...rows])
  return ['', table, '', HOW_TO_READ].join('\n')
}
