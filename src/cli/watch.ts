import type { Command } from 'commander'
import type { Environment } from '../platform/config/config-error.ts'
import { boardKey, type Board } from '../game/board.ts'
import type { HistoryStore, WatchState } from '../history/history-store.ts'
import { parseTime } from '../platform/time/parse-time.ts'
import { parseRanks, USUAL_RANKS, watchProblem, type Watch } from '../game/board-watch.ts'
import { UsageError } from './output/explain-error.ts'
import { countText, print, printJson, printTable } from './output/print.ts'
import { BOARD_ARGUMENTS, readBoard } from './options/board-arguments.ts'
import { readDurationMs } from './options/option-values.ts'
import { jsonOf, rowOf, WATCH_HEADING } from './output/watch-table.ts'
import { withHistory } from './options/with-history.ts'

interface AddOptions {
  readonly ranks?: string
  readonly cadence: string
  readonly from?: string
  readonly until?: string
  readonly json?: true
}

/** Adds `backline watch …`, which manages the boards whose snapshots are collected. */
export function addWatch(program: Command, environment: Environment): void {
  const watch = program
    .command('watch')
    .description('boards whose snapshots are collected (docs/collecting.md)')

  addAdd(watch, environment)
  addList(watch, environment)
  addPause(watch, environment)
  addRemove(watch, environment)
}

function addAdd(watch: Command, environment: Environment): void {
  watch
    .command(`add ${BOARD_ARGUMENTS}`)
    .description('add or change the watch of a board; kind: event, music or challenge')
    .option('--ranks <list>', `comma-separated ranks of an event (default: ${USUAL_RANKS})`)
    .option('--cadence <duration>', 'interval between polls: 30s, 1m, 1h', '1m')
    .option('--from <time>', 'start time: UTC as 2026-07-01T12:00Z, or Unix ms')
    .option('--until <time>', 'end time')
    .option('--json', 'print JSON')
    .action((region: string, kind: string, id: string, options: AddOptions) => {
      const added = pollWatch(readBoard(region, kind, id), options)
      return withHistory(environment, async (history) => {
        await history.putWatch(added)
        await show(history, added.board, options.json)
      })
    })
}

function addList(watch: Command, environment: Environment): void {
  watch
    .command('list')
    .description('list all watches with their latest snapshots')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) =>
      withHistory(environment, async (history) => {
        const states = await history.watches()
        if (json === true) return printJson(states.map(jsonOf))
        if (states.length === 0) {
          return print(
            'There are no watches. Add one with "backline watch add"; a server also watches announced events.',
          )
        }
        printTable(WATCH_HEADING, states.map(rowOf))
      }),
    )
}

/** Adds the commands that pause and resume polling. */
function addPause(watch: Command, environment: Environment): void {
  for (const [name, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    watch
      .command(`${name} ${BOARD_ARGUMENTS}`)
      .description(paused ? 'pause polling a board' : 'resume polling a board')
      .option('--json', 'print JSON')
      .action((region: string, kind: string, id: string, { json }: { json?: true }) => {
        const board = readBoard(region, kind, id)
        return withHistory(environment, async (history) => {
          const { watch: known } = await find(history, board)
          await history.putWatch({ ...known, paused })
          await show(history, board, json)
        })
      })
  }
}

function addRemove(watch: Command, environment: Environment): void {
  watch
    .command(`remove ${BOARD_ARGUMENTS}`)
    .description('remove the watch of a board; its history stays')
    .action((region: string, kind: string, id: string) => {
      const board = readBoard(region, kind, id)
      return withHistory(environment, async (history) => {
        const state = await find(history, board)
        rejectDuplicateOptions(state.watch)
        await history.removeWatch(board)
        print(
          `${boardKey(board)} is no longer watched. Its ${countText(state.snapshots)} snapshots stay.`,
        )
      })
    })
}

function pollWatch(board: Board, { ranks, cadence, from, until }: AddOptions): Watch {
  if (ranks !== undefined && board.kind !== 'event') {
    throw new UsageError('--ranks is for events; song boards are read completely.')
  }
  const watch: Watch = {
    board,
    ranks: board.kind === 'event' ? readRanks(ranks ?? USUAL_RANKS) : undefined,
    cadenceMs: readDurationMs(cadence, '--cadence', 0),
    fromMs: readTime(from, '--from'),
    untilMs: readTime(until, '--until'),
    paused: false,
    origin: 'operator',
  }
  const problem = watchProblem(watch)
  if (problem !== undefined) throw new UsageError(`Invalid watch: ${problem}.`)
  return watch
}

function readRanks(text: string): readonly number[] {
  const ranks = parseRanks(text)
  if (ranks !== undefined) return ranks
  throw new UsageError('--ranks takes comma-separated integers, such as 1,10,100.')
}

function readTime(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  const ms = parseTime(text)
  if (ms !== undefined) return ms
  throw new UsageError(
    `${option} takes a time in UTC, such as 2026-07-01T12:00Z, or Unix milliseconds.`,
  )
}

async function find(history: HistoryStore, board: Board): Promise<WatchState> {
  const states = await history.watches()
  const found = states.find(({ watch }) => boardKey(watch.board) === boardKey(board))
  if (found !== undefined) return found
  throw new UsageError(
    `${boardKey(board)} is not watched. Run "backline watch list" to see all watches.`,
  )
}

/** Throws for a watch that its source would add again within seconds. */
function rejectDuplicateOptions({ board, origin }: Watch): void {
  if (origin === 'operator') return
  throw new UsageError(
    origin === 'file'
      ? `${boardKey(board)} is watched by the watches file (BACKLINE_WATCHES_FILE). Remove it there, or pause it.`
      : `${boardKey(board)} is watched because its event was announced, and would be added again. Pause it instead.`,
  )
}

async function show(history: HistoryStore, board: Board, json: true | undefined): Promise<void> {
  const state = await find(history, board)
  if (json === true) printJson(jsonOf(state))
  else printTable(WATCH_HEADING, [rowOf(state)])
}
