import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CASES } from './cached/cases.ts'
import { PIECES, type PieceName } from './pieces/pieces.ts'
import { formatSpread, formatTable, report } from './report.ts'
import { prepareData } from './turns/prepare-data.ts'
import { runRounds } from './turns/run-rounds.ts'
import { keepAnswer } from './turns/same-answer.ts'
import { startChild, type Child } from './turns/start-child.ts'
import { HOW_TO_READ, summarize } from './turns/summarize.ts'

// What each piece of the way of a cached answer adds to a bare server that writes the same bytes.
const AMOUNTS = { rounds: 21, perRound: 1_500, warmUp: 30_000 }
const NAMES: readonly (PieceName | 'bare')[] = ['bare', ...(Object.keys(PIECES) as PieceName[])]

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child[] = []
try {
  const headers = { Authorization: `Bearer ${await prepareData(folder)}` }
  const targetOf = ({ origin }: Child) => ({ url: origin + (CASES[0]?.path ?? ''), headers })
  const service = await startChild({ question: 'cached', name: 'service', folder })
  children.push(service)
  await keepAnswer(folder, targetOf(service))
  service.stop()
  const turns = []
  for (const name of NAMES) {
    const child = await startChild({ question: 'pieces', name, folder })
    children.push(child)
    turns.push({ child, target: targetOf(child) })
  }
  console.error(`${AMOUNTS.rounds} rounds of ${AMOUNTS.perRound} requests to each program …`)
  const each = await runRounds(turns, AMOUNTS)
  const summaries = summarize(each, NAMES, ['bare'])
  const quietBare = summaries[0]?.quietCpuUs ?? Number.NaN
  const head = ['the bare server and', 'CPU µs/request', 'to bare', 'quiet µs', 'more']
  const rows = summaries.map(({ program, cpuUsPerRequest, quietCpuUs, to }) => [
    program,
    formatSpread(cpuUsPerRequest, 1),
    formatSpread(to.bare.cpu, 2),
    quietCpuUs.toFixed(1),
    (quietCpuUs - quietBare).toFixed(1),
  ])
  report(['', formatTable([head, ...rows]), '', HOW_TO_READ].join('\n'), { summaries, each })
} finally {
  for (const child of children) child.stop()
  rmSync(folder, { recursive: true, force: true })
}
