import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import type { Command } from 'commander'
import {
  DEMO_PLAYERS_MIN,
  DEMO_SEED,
  demoTimetables,
  makeDemoDataset,
  type DemoProgress,
} from '../compose/make-demo-dataset.ts'
import { machine } from '../compose/world.ts'
import { readConfig, type Environment } from '../config.ts'
import { startGameClock } from '../domain/game-clock.ts'
import { readPlayers, readSeed } from './demo-options.ts'
import { UsageError } from './explain.ts'
import {
  addGameTimeOptions,
  gameTimeFlags,
  readGameTime,
  type GameTimeOptions,
} from './game-time-options.ts'
import { print, printTable, timeText } from './print.ts'
import { createProgressBar } from './progress-bar.ts'
import { standBack } from './stand-back.ts'

interface DemoCommandOptions extends GameTimeOptions {
  readonly players: string
  readonly seed: string
  readonly replace?: true
}

/** Adds `backline data demo`: makes the demo dataset anew, of any size. */
export function addDataDemo(data: Command, environment: Environment): void {
  const command = data
    .command('demo')
    .description('make the demo dataset, in the place of the demo that is there')
    .option('--players <n>', 'players in all regions together', String(DEMO_PLAYERS_MIN))
    .option('--seed <n>', 'the same seed gives the same data', String(DEMO_SEED))
    .option('--replace', 'also in the place of imported data, which are lost')
  addGameTimeOptions(command).action(async (options: DemoCommandOptions) => {
    const config = readConfig(environment)
    const [players, seed] = [readPlayers(options.players), readSeed(options.seed)]
    const wanted = { players, seed, replace: options.replace === true }
    const gameTime = readGameTime(options)
    standBack()
    const startMs = machine.clock.monotonicMs()
    const { file, rows } = await make((rest) => makeDemoDataset(config, { ...wanted, ...rest }))
    const tookS = (machine.clock.monotonicMs() - startMs) / 1_000
    print(
      `Made a demo of ${number(wanted.players)} players: ${number(rows)} rows in ${tookS.toFixed(1)} s ` +
        `(${number(Math.round(rows / tookS))} rows/s), ${megabytes(file)} in ${resolve(file)}.\n`,
    )
    showTimetable(startGameClock(machine.clock, gameTime)())
    print(`\nServe it:\n\n  npx backline serve --demo${gameTimeFlags(options)}\n`)
  })
}

type Rest = Pick<Parameters<typeof makeDemoDataset>[1], 'onProgress' | 'signal'>

/** Makes the dataset with a bar on standard error. Ctrl-C ends it and leaves nothing behind. */
async function make(run: (rest: Rest) => Promise<string>): Promise<{ file: string; rows: number }> {
  const bar = createProgressBar(process.stderr)
  const stop = new AbortController()
  const onSignal = () =>
    stop.abort(new UsageError('Stopped. The dataset that was there is as it was.'))
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
    ['REGION', 'RUNNING', 'UNTIL', 'ENDED', 'COMING'],
    Object.entries(demoTimetables(gameNowMs)).map(
      ([region, { running, ended, coming, turnsAtMs }]) => [
        region,
        running,
        timeText(turnsAtMs),
        ended,
        coming,
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
