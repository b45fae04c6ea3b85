import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import type { Command } from 'commander'
import {
  DEMO_PLAYERS_MIN,
  DEMO_SEED,
  demoTimetables,
  createDemoDatasetFile,
  type DemoProgress,
} from '../demo/demo.ts'
import { systemPlatform } from '../platform/platform.ts'
import { readConfig } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { startGameClock } from '../game/game-clock.ts'
import { readPlayers, readSeed } from './options/demo-options.ts'
import { UsageError } from './output/explain-error.ts'
import {
  addGameTimeOptions,
  gameTimeFlags,
  readGameTime,
  type GameTimeOptions,
} from './options/game-time-options.ts'
import { print, printTable, timeText } from './output/print.ts'
import { createProgressBar } from './output/progress-bar.ts'
import { lowerPriority } from '../platform/engine-tuning/engine-tuning.ts'

interface DemoCommandOptions extends GameTimeOptions {
  readonly players: string
  readonly seed: string
  readonly replace?: true
}

/** Adds `backline data demo`, which creates a demo dataset of any size. */
export function addDataDemo(data: Command, environment: Environment): void {
  const command = data
    .command('demo')
    .description('create a demo dataset, replacing an existing demo')
    .option('--players <n>', 'total players of all regions', String(DEMO_PLAYERS_MIN))
    .option('--seed <n>', 'random seed; the same seed creates the same data', String(DEMO_SEED))
    .option('--replace', 'also replace imported data, which is lost')
  addGameTimeOptions(command).action(async (options: DemoCommandOptions) => {
    const config = readConfig(environment)
    const [players, seed] = [readPlayers(options.players), readSeed(options.seed)]
    const datasetOptions = { players, seed, replace: options.replace === true }
    const gameTime = readGameTime(options)
    lowerPriority()
    const startMs = systemPlatform.clock.monotonicMs()
    const { file, rows } = await createWithProgress((runOptions) =>
      createDemoDatasetFile(config, { ...datasetOptions, ...runOptions }),
    )
    const durationS = (systemPlatform.clock.monotonicMs() - startMs) / 1_000
    print(
      `Created a demo dataset of ${number(datasetOptions.players)} players: ${number(rows)} rows in ${durationS.toFixed(1)} s ` +
        `(${number(Math.round(rows / durationS))} rows/s), ${megabytes(file)} in ${resolve(file)}.\n`,
    )
    showTimetable(startGameClock(systemPlatform.clock, gameTime)())
    print(`\nServe it:\n\n  npx backline serve --demo${gameTimeFlags(options)}\n`)
  })
}

type RunOptions = Pick<Parameters<typeof createDemoDatasetFile>[1], 'onProgress' | 'signal'>

/**
 * Creates the dataset with a progress bar on standard error. SIGINT or SIGTERM cancels and changes
 * nothing.
 */
async function createWithProgress(
  run: (runOptions: RunOptions) => Promise<string>,
): Promise<{ file: string; rows: number }> {
  const bar = createProgressBar(process.stderr)
  const stop = new AbortController()
  const onSignal = () =>
    stop.abort(new UsageError('Canceled. The existing dataset was not changed.'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  let rows = 0
  const onProgress = (progress: DemoProgress) => {
    rows = progress.rows
    bar.show(rows, progress.totalRows, `rows, ${progress.region}`)
  }
  try {
    return { file: await run({ onProgress, signal: stop.signal }), rows }
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
    bar.end()
  }
}

function showTimetable(gameNowMs: number): void {
  print(`Events at game time ${timeText(gameNowMs)}:`)
  printTable(
    ['REGION', 'RUNNING', 'UNTIL', 'ENDED', 'UPCOMING'],
    Object.entries(demoTimetables(gameNowMs)).map(
      ([region, { running, ended, upcoming, changesAtMs }]) => [
        region,
        running,
        timeText(changesAtMs),
        ended,
        upcoming,
      ],
    ),
  )
}

function number(count: number): string {
  return count.toLocaleString('en')
}

function megabytes(file: string): string {
  return `${(statSync(file).size / 1_000_000).toFixed(1)} MB`
}
