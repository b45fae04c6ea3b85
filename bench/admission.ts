import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { COUNTERS, openCounters, type CounterName } from './admission/counters.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'
import { HOW_TO_READ } from './harness/summarize.ts'

// Measures how many admissions one process decides per second. Runs all programs alternately in
// this process and excludes the rest of a request.
const ROUNDS = 15
const PER_ROUND = 20_000
/** Concurrent admissions, one per connection. */
const IN_FLIGHT = 50
const NAMES = Object.keys(COUNTERS) as readonly CounterName[]
const BASELINE = 'write' satisfies CounterName

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const counters = openCounters(folder)
try {
  let next = 0
  const cpuUsEach = async (name: CounterName): Promise<number> => {
    const decide = counters.decide[name]
    const before = process.cpuUsage()
    for (let count = 0; count < PER_ROUND; count += IN_FLIGHT) {
      const decisions = Array.from({ length: IN_FLIGHT }, () => decide((next += 1)))
      for (const decision of decisions) await decision
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / PER_ROUND
  }
  for (const name of NAMES) await cpuUsEach(name)
  const each: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const entries: [CounterName, number][] = []
    for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
      entries.push([name, await cpuUsEach(name)])
    }
    each.push(Object.fromEntries(entries) as Round)
  }
  const summaries = NAMES.map((name) => ({
    name,
    cpuUs: spreadOf(each.map((round) => round[name])),
    perS: spreadOf(each.map((round) => 1_000_000 / round[name])),
    to: { [BASELINE]: spreadOf(each.map((round) => round[name] / round[BASELINE])) },
  }))
  const rows = summaries.map(({ name, cpuUs, perS, to }) => [
    name,
    formatSpread(cpuUs, 2),
    formatSpread(to[BASELINE], 2),
    Math.round(perS.median).toLocaleString('en'),
  ])
  const table = formatTable([
    ['program', 'CPU µs', `ratio to ${BASELINE}`, 'per CPU second'],
    ...rows,
  ])
  const meanings = Object.entries(COUNTERS).map(([name, meaning]) => `${name}: ${meaning}`)
  report(['', table, '', ...meanings, '', HOW_TO_READ].join('\n'), { summaries, each })
} finally {
  counters.close()
  rmSync(folder, { recursive: true, force: true })
}

type Round = Readonly<Record<CounterName, number>>
