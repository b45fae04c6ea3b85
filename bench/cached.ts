import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startValkey } from '../scripts/cluster/start-valkey.ts'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { CASES } from './cached/cases.ts'
import { formatCases, type CaseResult, type Reference } from './cached/format-cases.ts'
import { PROGRAM_NAMES, type ProgramName } from './cached/programs.ts'
import { report } from './report.ts'
import { prepareData } from './harness/prepare-data.ts'
import { runRounds } from './harness/run-rounds.ts'
import { checkAnswer, cacheAnswer } from './harness/same-answer.ts'
import { startChild, type Child } from './harness/start-child.ts'
import { summarize } from './harness/summarize.ts'

// Measures the cost of a cached answer: the whole service (key, scope, region, three quotas,
// cache), node:http alone, what a team would build for the same guarantees, and nginx. `--only 12`
// selects cases by prefix.
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '12' } },
})
const ROUNDS = Number(values.rounds)
/**
 * Requests until V8 has compiled the request path with its optimizing compiler; more code takes
 * more requests. Below the number after which the service closes each of 50 connections.
 */
const WARM_UP = 40_000
/** One day, so that no cache entry expires during the run. */
const SETTINGS = { BACKLINE_CACHE_TTL_MS: '86400000' }
/** The header of each answer of the service, which the bare server repeats. */
const HIT = { 'Cache-Status': 'backline; hit;' }
/**
 * nginx uses so little CPU that it needs more requests; its CPU time is read from outside, in
 * coarser steps.
 */
const WEIGHTS: Partial<Record<ProgramName, number>> = { nginx: 4 }
const REFERENCES: readonly Reference[] = ['bare', 'peer-sqlite', 'peer-valkey']

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const store = await startValkey({ folder: join(folder, 'valkey') })
const children: Child<ProgramName>[] = []
try {
  const key = await prepareData(folder)
  const start = async (name: ProgramName) => {
    const settings = {
      ...SETTINGS,
      ...(name === 'service-log' && { BACKLINE_LOG_REQUESTS: 'all' }),
      ...(name.includes('valkey') && { BACKLINE_VALKEY_URL: store.url }),
    }
    const child = await startChild({ benchmark: 'cached', name, folder, settings })
    children.push(child)
    return child
  }
  const names = PROGRAM_NAMES.filter((name) => name !== 'nginx' || hasNginx())
  const service = await start('service')
  const results: CaseResult[] = []
  for (const one of CASES.filter(({ name }) => name.startsWith(values.only))) {
    const { name, path, encoding, perRound, expects } = one
    const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding }
    const targetOf = ({ origin, name: program }: Child<ProgramName>) => ({
      url: origin + path,
      headers,
      expects:
        program === 'bare' || program.startsWith('service') ? { ...HIT, ...expects } : expects,
    })
    const answer = await cacheAnswer(folder, targetOf(service))
    const others: Child<ProgramName>[] = []
    for (const other of names) if (other !== 'service') others.push(await start(other))
    const programs = [service, ...others]
    for (const child of programs) {
      await checkAnswer(targetOf(child), answer, { requiresKey: child.name !== 'bare' })
    }
    console.error(`${name}: ${ROUNDS} rounds of ${perRound} requests to each program …`)
    const turns = programs.map((child) => {
      return { child, target: targetOf(child), weight: WEIGHTS[child.name] ?? 1 }
    })
    const rounds = await runRounds(turns, { rounds: ROUNDS, perRound, warmUp: WARM_UP })
    for (const child of others) child.stop()
    const summaries = summarize(rounds, names, REFERENCES)
    const headerBytes = answer.headers.join('').length + 2 * answer.headers.length
    const bodyBytes = answer.body.length
    results.push({ name, path, encoding, bodyBytes, headerBytes, summaries, each: rounds })
  }
  report(formatCases(results), { rounds: ROUNDS, cases: results })
} finally {
  for (const child of children) child.stop()
  await store.stop()
  rmSync(folder, { recursive: true, force: true })
}

function hasNginx(): boolean {
  if (findProgram('nginx') !== undefined) return true
  console.error(
    'nginx is not installed; skipping it. To install it on Debian: apt-get install nginx',
  )
  return false
}
