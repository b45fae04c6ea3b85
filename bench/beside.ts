import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { dataPaths } from '../src/compose/data-paths.ts'
import type { Delay } from './beside/measure-delay.ts'
import { REQUESTS_PER_S, startMixedLoad } from './beside/mixed-load.ts'
import { BACKLINE, startServer, type Server } from './beside/start-server.ts'
import { writeBoard } from './beside/write-board.ts'
import { benchConfig, benchSettings, prepareKey } from './turns/prepare-data.ts'
import { buildDataset } from './dataset/build-dataset.ts'
import { formatTable, report } from './report.ts'

// How late the event loop of a serving process is under a steady load from another process: alone, while a third
// process does nothing but use a processor, and while a third process imports a board and the server goes over to the
// new dataset. The second is what the machine adds; what the third adds to it is ours. "Own" leaves out the time in
// which the server was ready and had no processor; `--real-time` (Linux, as root) gives it one whenever it can use it,
// which shows what is ours on a machine that does much else.
const { values } = parseArgs({
  options: {
    served: { type: 'string', default: '300000' },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    'real-time': { type: 'boolean' },
  },
})
const [SERVED, ROWS, ROUNDS] = [values.served, values.rows, values.rounds].map(Number) as [
  number,
  number,
  number,
]
/** The load goes on for as long after the switch: the pages of the new file are cold then. */
const AFTERWARDS_MS = 3_000
const WARM_UP_MS = 5_000
const ALONE_MS = 10_000

interface Measured extends Delay {
  readonly beside: string
  readonly seconds: number
  readonly answers: number
  readonly answerP99Ms: number
  readonly answerMaxMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
let server: Server | undefined
try {
  const config = benchConfig(folder)
  const environment = { ...process.env, ...benchSettings(folder) }
  const key = await prepareKey(config)
  const file = join(folder, 'event-rankings.ndjson')
  say(
    `A dataset of ${count(SERVED)} players, circles and rows of a board, and one of ${count(ROWS)} rows to import …`,
  )
  await buildDataset(dataPaths(config.dataDir).dataset, SERVED, () => {})
  await writeBoard(file, ROWS)
  server = await startServer(environment, values['real-time'] === true)
  const running = server
  await measure('warm up', () => sleep(WARM_UP_MS))
  const all: Measured[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    all.push(await measure('nothing', () => sleep(ALONE_MS)))
    const imported = await measure('import', async () => {
      const changed = running.changed()
      await runImport(environment, file)
      await changed
      await sleep(AFTERWARDS_MS)
    })
    all.push(await measure('a burner', () => burn(imported.seconds * 1_000 - AFTERWARDS_MS)))
    all.push(imported)
  }
  report(format(all), { served: SERVED, rows: ROWS, perS: REQUESTS_PER_S, all })

  async function measure(beside: string, during: () => Promise<unknown>): Promise<Measured> {
    say(`beside ${beside} …`)
    const load = startMixedLoad(running.origin, key, Math.min(SERVED, ROWS))
    await sleep(1_000)
    const start = performance.now()
    running.start()
    await during()
    const delay = await running.stop()
    const seconds = (performance.now() - start) / 1_000
    const { answers, p99Ms, maxMs } = await load.stop()
    return { beside, ...delay, seconds, answers, answerP99Ms: p99Ms, answerMaxMs: maxMs }
  }
} finally {
  await server?.end()
  rmSync(folder, { recursive: true, force: true })
}

async function runImport(environment: NodeJS.ProcessEnv, file: string): Promise<void> {
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const child = spawn(process.execPath, [BACKLINE, 'data', 'import', file], {
    env: environment,
    stdio: [...stdio],
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) throw new Error(`The import has ended with ${status}.`)
}

async function burn(ms: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'beside/burn.ts')])
  await sleep(ms)
  child.kill()
  await sleep(AFTERWARDS_MS)
}

function format(all: readonly Measured[]): string {
  const head = 'event loop late by (ms), beside'
  return formatTable([
    [head, 'p50', 'p99', 'max', 'own p99', 'max', 'answers', 'p99 ms', 'max ms', 'seconds'],
    ...all.map((one) => [
      one.beside,
      one.p50Ms.toFixed(2),
      one.p99Ms.toFixed(2),
      one.maxMs.toFixed(2),
      one.ownP99Ms.toFixed(2),
      one.ownMaxMs.toFixed(2),
      count(one.answers),
      one.answerP99Ms.toFixed(1),
      one.answerMaxMs.toFixed(1),
      one.seconds.toFixed(1),
    ]),
  ])
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function say(text: string): void {
  console.error(text)
}
