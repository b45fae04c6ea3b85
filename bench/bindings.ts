import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { OPEN_PREFIX } from '../src/contract/open-prefix.ts'
import { demoExample } from '../src/gateways/embedded/demo/demo-example.ts'
import { formatSummaries } from './bindings/format-summaries.ts'
import { BASELINE, PROGRAM_NAMES, type ProgramName } from './bindings/programs.ts'
import { CONNECTIONS } from './load.ts'
import { report } from './report.ts'
import { prepareData } from './turns/prepare-data.ts'
import { runRounds } from './turns/run-rounds.ts'
import { keepAnswer } from './turns/same-answer.ts'
import { startChild, type Child } from './turns/start-child.ts'
import { summarize } from './turns/summarize.ts'

// What one request costs when the same service is bound to node:http and to Fastify.
const AMOUNTS = { rounds: 18, perRound: 3_000, warmUp: 30_000 }
const PATH = `${OPEN_PREFIX}jp/announcement/${String(demoExample('announcement.get', 'jp')['id'])}`

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child<ProgramName>[] = []
try {
  const headers = { Authorization: `Bearer ${await prepareData(folder)}` }
  const targetOf = ({ origin }: Child) => ({ url: origin + PATH, headers })
  const start = async (name: ProgramName) => {
    const child = await startChild({ question: 'bindings', name, folder })
    children.push(child)
    return child
  }
  const { body } = await keepAnswer(folder, targetOf(await start('node')))
  const bodyBytes = body.length
  for (const name of PROGRAM_NAMES) if (name !== 'node') await start(name)
  say(
    `GET ${PATH}: ${bodyBytes} bytes of JSON, ${CONNECTIONS} connections on loopback, Node ${process.version}`,
  )
  say(
    `${AMOUNTS.rounds} rounds of ${AMOUNTS.perRound} requests to each program (four times that without the service) …\n`,
  )
  const turns = children.map((child) => ({
    child,
    target: targetOf(child),
    weight: child.name.startsWith('bare-') ? 4 : 1,
  }))
  const rounds = await runRounds(turns, AMOUNTS)
  const summaries = summarize(rounds, PROGRAM_NAMES, [BASELINE, 'node'])
  report(formatSummaries(summaries), { path: PATH, bodyBytes, ...AMOUNTS, summaries, each: rounds })
} finally {
  for (const child of children) child.stop()
  rmSync(folder, { recursive: true, force: true })
}

function say(text: string): void {
  console.error(text)
}
