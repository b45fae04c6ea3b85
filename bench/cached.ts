import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findProgram } from '../scripts/cluster/find-program.ts'
import { CASES } from './cached/cases.ts'
import { formatCases, type CaseResult, type Reference } from './cached/format-cases.ts'
import { PROGRAM_NAMES, type ProgramName } from './cached/programs.ts'
import { report } from './report.ts'
import { prepareData } from './turns/prepare-data.ts'
import { runRounds } from './turns/run-rounds.ts'
import { checkAnswer, keepAnswer } from './turns/same-answer.ts'
import { startChild, type Child } from './turns/start-child.ts'
import { summarize } from './turns/summarize.ts'

// What an answer that is kept costs by the whole service (key, scope, region, three quotas, cache), by node:http alone,
// by Fastify with the plugins a team would take, and by nginx. `--only 12` measures the kinds so named.
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '12' } },
})
const ROUNDS = Number(values.rounds)
/**
 * Until the engine has compiled for good what a request passes: the more code, the longer that takes, and a server runs for
 * days. Below what 50 connections may ask before each is closed.
 */
const WARM_UP = 40_000
/** A day, so that no lifetime ends in the run. */
const SETTINGS = { BACKLINE_CACHE_TTL_MS: '86400000' }
/** What ours and the bare server, which repeats it, say of each answer. */
const HIT = { 'Cache-Status': 'backline; hit;' }
/** nginx takes so little that the measured part would be short; and its CPU time is read from outside, in coarser steps. */
const WEIGHTS: Partial<Record<ProgramName, number>> = { nginx: 4 }
const REFERENCES: readonly Reference[] = ['bare', 'fastify']

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child<ProgramName>[] = []
try {
  const key = await prepareData(folder)
  const start = async (name: ProgramName) => {
    const settings =
      name === 'service-quiet' ? { ...SETTINGS, BACKLINE_LOG_REQUESTS: 'failed' } : SETTINGS
    const child = await startChild({ question: 'cached', name, folder, settings })
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
      expects: ['service', 'service-quiet', 'bare'].includes(program)
        ? { ...HIT, ...expects }
        : expects,
    })
    const answer = await keepAnswer(folder, targetOf(service))
    const others: Child<ProgramName>[] = []
    for (const other of names) if (other !== 'service') others.push(await start(other))
    const programs = [service, ...others]
    for (const child of programs) {
      await checkAnswer(targetOf(child), answer, { asksForKey: child.name !== 'bare' })
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
  rmSync(folder, { recursive: true, force: true })
}

function hasNginx(): boolean {
  if (findProgram('nginx') !== undefined) return true
  console.error(
    'There is no nginx on this machine, so it is left out. Debian: apt-get install nginx',
  )
  return false
}
