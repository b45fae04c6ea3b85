import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { OPEN_PREFIX } from '../src/http/create-match.ts'
import { demoExample } from '../src/gateways/embedded/demo/demo-example.ts'
import { prepareData } from './bindings/prepare-data.ts'
import { PROGRAM_NAMES } from './bindings/programs.ts'
import { CONNECTIONS } from './load.ts'
import { runRounds } from './bindings/run-rounds.ts'
import { keepAnswer } from './bindings/same-answer.ts'
import { startChild, type Child } from './bindings/start-child.ts'
import { formatSummaries, summarize } from './bindings/summarize.ts'

// What one request costs when the same service is bound to node:http and to Fastify. `--json` prints every round.
const AMOUNTS = { rounds: 18, perRound: 3_000, warmUp: 6_000 }
const PATH = `${OPEN_PREFIX}jp/announcement/${String(demoExample('announcement.get', 'jp')['id'])}`

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child[] = []
try {
  const headers = { Authorization: `Bearer ${await prepareData(folder)}` }
  const targetOf = ({ origin }: Child) => ({ url: origin + PATH, headers })
  const node = await startChild('node', folder)
  children.push(node)
  const bodyBytes = await keepAnswer(folder, targetOf(node))
  for (const name of PROGRAM_NAMES) {
    if (name !== node.name) children.push(await startChild(name, folder))
  }
  say(
    `GET ${PATH}: ${bodyBytes} bytes of JSON, ${CONNECTIONS} connections on loopback, Node ${process.version}`,
  )
  say(
    `${AMOUNTS.rounds} rounds of ${AMOUNTS.perRound} requests to each program (four times that without the service) …\n`,
  )
  const rounds = await runRounds(children, targetOf, AMOUNTS)
  const summaries = summarize(rounds)
  const isJson = process.argv.includes('--json')
  const json = { node: process.version, path: PATH, bodyBytes, ...AMOUNTS, summaries, each: rounds }
  console.log(isJson ? JSON.stringify(json, null, 2) : formatSummaries(summaries))
} finally {
  for (const child of children) child.stop()
  rmSync(folder, { recursive: true, force: true })
}

function say(text: string): void {
  console.error(text)
}
