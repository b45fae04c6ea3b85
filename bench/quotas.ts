import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startValkey } from '../scripts/cluster/start-valkey.ts'
import { measureRound, type Round } from './quotas/measure-round.ts'
import { openSubjects } from './quotas/open-subjects.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'

// Measures the cost of a decision about three quotas, embedded and on a Valkey or Redis server,
// compared with one plain INCR on the same server and client.
const ROUNDS = 10
const PER_ROUND = 20_000
const IN_FLIGHT = 50

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const server = await startValkey({ folder })
const subjects = await openSubjects(folder, server.url)
try {
  const rounds: Record<string, Round>[] = []
  for (const subject of subjects) await measureRound(subject, PER_ROUND, IN_FLIGHT)
  for (let round = 0; round < ROUNDS; round += 1) {
    process.stderr.write(`round ${round + 1} of ${ROUNDS} …\n`)
    const turns = round % 2 === 0 ? subjects : subjects.toReversed()
    const results: Record<string, Round> = {}
    for (const subject of turns) {
      results[subject.name] = await measureRound(subject, PER_ROUND, IN_FLIGHT)
    }
    rounds.push(results)
  }
  report(format(rounds), rounds)
} finally {
  for (const { close } of subjects) await close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function format(rounds: readonly Record<string, Round>[]): string {
  const head = ['decision', '1/s', 'ratio to INCR', 'client CPU µs', 'server CPU µs']
  const rows = subjects.map(({ name }) => {
    const of = (pick: (round: Round, incr: Round) => number) =>
      spreadOf(rounds.map((round) => pick(round[name] as Round, round['plain INCR'] as Round)))
    return [
      name,
      of(({ perS }) => perS).median.toFixed(0),
      formatSpread(
        of(({ perS }, incr) => perS / incr.perS),
        2,
      ),
      formatSpread(
        of(({ cpuUs }) => cpuUs),
        1,
      ),
      formatSpread(
        of(({ serverCpuUs }) => serverCpuUs),
        1,
      ),
    ]
  })
  return `\n${formatTable([head, ...rows])}`
}
