import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataPaths } from '../src/platform/files/data-paths.ts'
import { writeBoard } from './start/write-board.ts'
import { buildDataset } from './dataset/build-dataset.ts'
import { sendLoad } from './load.ts'
import { formatSpread, formatTable, report, spreadOf } from './report.ts'
import { ARENA_PATH, fillCache } from './start/fill-cache.ts'
import { startServing, type ServingProcess } from './start/serving-process.ts'
import { benchConfig, benchSettings, prepareKey } from './harness/prepare-data.ts'

/** The command line of Backline, for `process.execPath`. */
const BACKLINE = join(import.meta.dirname, '../bin/backline.mjs')

// Measures the time until a server on existing data is ready, its memory and its import rate, from
// outside, compared with a minimal Node process.
const PLAYERS = 20_000
const STARTS = 9
const IMPORTS = 3
const IMPORT_ROWS = 300_000
/** Wait before measuring memory at rest, so that the garbage of the start is collected. */
const REST_MS = 3_000
const LOAD = 30_000
const WINDOWS = 400
const CACHE_BYTES = 512_000_000

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
let running: ServingProcess | undefined
try {
  const config = benchConfig(folder)
  const settings = { BACKLINE_CACHE_BYTES: String(CACHE_BYTES), BACKLINE_CACHE_TTL_MS: '86400000' }
  const environment = { ...process.env, ...benchSettings(folder, settings) }
  const key = await prepareKey(config)
  console.error(`Building a dataset of ${PLAYERS} players …`)
  await buildDataset(dataPaths(config.dataDir).dataset, PLAYERS, () => {})

  const start = async (args: readonly string[]) => (running = await startServing(args, environment))
  const backline = [BACKLINE, 'serve']
  const bare = [join(import.meta.dirname, 'start/bare-server.ts')]
  console.error(`Starting each program ${STARTS} times …`)
  const starts: Readonly<Record<'backline' | 'bare', number>>[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const each = { backline: 0, bare: 0 }
    for (const name of round % 2 === 0
      ? (['backline', 'bare'] as const)
      : (['bare', 'backline'] as const)) {
      const one = await start(name === 'bare' ? bare : backline)
      each[name] = one.readyMs
      await one.end()
    }
    starts.push(each)
  }

  console.error('Measuring memory …')
  const minimal = await start(bare)
  await sleep(REST_MS)
  const bareMb = minimal.memoryMb()
  await minimal.end()
  const server = await start(backline)
  await sleep(REST_MS)
  const restMb = server.memoryMb()
  const headers = { Authorization: `Bearer ${key}` }
  await sendLoad({ url: server.origin + ARENA_PATH, headers }, LOAD)
  const loadedMb = server.memoryMb()
  const halves = [0, 1].map((half) => ({ first: 1 + (half * WINDOWS) / 2, count: WINDOWS / 2 }))
  const fills: { readonly bodyMb: number; readonly memoryMb: number | undefined }[] = []
  for (const windows of halves) {
    const bodyMb = (await fillCache(server.origin, key, windows)) / 1_000_000
    await sleep(REST_MS)
    fills.push({ bodyMb, memoryMb: server.memoryMb() })
  }
  await server.end()
  const [half, whole] = fills
  const perCachedMb =
    half?.memoryMb === undefined || whole?.memoryMb === undefined
      ? undefined
      : (whole.memoryMb - half.memoryMb) / whole.bodyMb

  console.error(`Importing ${IMPORT_ROWS} rows ${IMPORTS} times …`)
  const file = join(folder, 'event-rankings.ndjson')
  await writeBoard(file, IMPORT_ROWS)
  const run = async (args: readonly string[]) => {
    const startMs = performance.now()
    const child = spawn(process.execPath, [...args], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [status] = (await once(child, 'exit')) as [number | null]
    if (status !== 0) throw new Error(`${args.join(' ')} exited with status ${status}.`)
    return performance.now() - startMs
  }
  const imports: Readonly<Record<'importMs' | 'parseMs', number>>[] = []
  for (let round = 0; round < IMPORTS; round += 1) {
    const parseMs = await run([join(import.meta.dirname, 'start/parse-lines.ts'), file])
    imports.push({ parseMs, importMs: await run([BACKLINE, 'data', 'import', file]) })
  }

  const readyMs = spreadOf(starts.map((one) => one.backline))
  const bareReadyMs = spreadOf(starts.map((one) => one.bare))
  const toBare = spreadOf(starts.map((one) => one.backline / one.bare))
  const rowsPerS = spreadOf(imports.map(({ importMs }) => IMPORT_ROWS / (importMs / 1_000)))
  const toParse = spreadOf(imports.map(({ importMs, parseMs }) => importMs / parseMs))
  const mb = (value: number | undefined) => (value === undefined ? 'unknown' : value.toFixed(0))
  const rows = [
    ['', 'Backline', 'minimum', 'ratio'],
    [
      'time until ready (ms)',
      formatSpread(readyMs, 0),
      formatSpread(bareReadyMs, 0),
      formatSpread(toBare, 2),
    ],
    ['memory at rest (MB)', mb(restMb), mb(bareMb), ((restMb ?? NaN) / (bareMb ?? NaN)).toFixed(2)],
    ['memory after load (MB)', mb(loadedMb), '', ''],
    ['memory per MB of cached bodies (MB)', perCachedMb?.toFixed(2) ?? 'unknown', '', ''],
    ['imported rows per second', formatSpread(rowsPerS, 0), '', formatSpread(toParse, 2)],
  ]
  const notes = [
    'Minimum: a plain node:http server; for the import, a process that only parses the same lines.',
    `Load: ${LOAD.toLocaleString('en')} requests for one cached answer of 120 kB. The import time includes the start of its process.`,
  ]
  const memory = { bareMb, restMb, loadedMb, fills, perCachedMb }
  const numbers = { readyMs, bareReadyMs, toBare, memory, rowsPerS, toParse, starts, imports }
  report(['', formatTable(rows), '', ...notes].join('\n'), numbers)
} finally {
  await running?.end()
  rmSync(folder, { recursive: true, force: true })
}
