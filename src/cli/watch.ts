import type { Command } from 'commander'
import type { Environment } from '../config.ts'
import { boardKey, type Board } from '../domain/board.ts'
import type { HistoryStore, WatchState } from '../domain/history-store.ts'
import { parseTime } from '../domain/parse-time.ts'
import { parseRanks, USUAL_RANKS, watchProblem, type Watch } from '../domain/watch.ts'
import { UsageError } from './explain.ts'
import { countText, print, printJson, printTable } from './print.ts'
import { BOARD_ARGUMENTS, readBoard } from './read-board.ts'
import { readDurationMs } from './read-option.ts'
import { jsonOf, rowOf, WATCH_HEADING } from './show-watches.ts'
import { withHistory } from './with-history.ts'

interface AddOptions {
  readonly ranks?: string
  readonly cadence: string
  readonly from?: string
  readonly until?: string
  readonly json?: true
}

/** Adds `backline watch …`: the boards of which snapshots are collected. */
export function addWatch(program: Command, environment: Environment): void {
  const watch = program
    .command('watch')
    .description('boards of which snapshots are collected (docs/collecting.md)')

  watch
    .command(`add ${BOARD_ARGUMENTS}`)
    .description('watch a board, or change how it is watched; kind: event, music or challenge')
    .option('--ranks <list>', `ranks of an event, between commas (default: ${USUAL_RANKS})`)
    .option('--cadence <duration>', 'from one reading to the next: 30s, 1m, 1h', '1m')
    .option('--from <time>', 'when it begins: UTC as 2026-07-01T12:00Z, or Unix ms')
    .option('--until <time>', 'when it ends')
    .option('--json', 'answer in JSON')
    .action((region: string, kind: string, id: string, options: AddOptions) => {
      const added = readWatch(readBoard(region, kind, id), options)
      return withHistory(environment, async (history) => {
        await history.putWatch(added)
        await show(history, added.board, options.json)
      })
    })

  watch
    .command('list')
    .description('all watches, and how fresh their snapshots are')
    .option('--json', 'answer in JSON')
    .action(({ json }: { json?: true }) =>
      withHistory(environment, async (history) => {
        const states = await history.watches()
        if (json === true) return printJson(states.map(jsonOf))
        if (states.length === 0) {
          return print(
            'Nothing is watched. "backline watch add" watches a board, and a server watches the events that are announced to it.',
          )
        }
        printTable(WATCH_HEADING, states.map(rowOf))
      }),
    )

  for (const [name, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    watch
      .command(`${name} ${BOARD_ARGUMENTS}`)
      .description(paused ? 'stop reading a board for a while' : 'read a paused board again')
      .option('--json', 'answer in JSON')
      .action((region: string, kind: string, id: string, { json }: { json?: true }) => {
        const board = readBoard(region, kind, id)
        return withHistory(environment, async (history) => {
          const { watch: known } = await find(history, board)
          await history.putWatch({ ...known, paused })
          await show(history, board, json)
        })
      })
  }

  watch
    .command(`remove ${BOARD_ARGUMENTS}`)
    .description('watch a board no more; its history stays')
    .action((region: string, kind: string, id: string) => {
      const board = readBoard(region, kind, id)
      return withHistory(environment, async (history) => {
        const state = await find(history, board)
        refuseWhatComesAgain(state.watch)
        await history.removeWatch(board)
        print(
          `${boardKey(board)} is watched no more. Its ${countText(state.snapshots)} snapshots stay.`,
        )
      })
    })
}

function readWatch(board: Board, { ranks, cadence, from, until }: AddOptions): Watch {
  if (ranks !== undefined && board.kind !== 'event') {
    throw new UsageError('--ranks is for events; the boards of songs come whole.')
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
  if (problem !== undefined) throw new UsageError(`This cannot be watched: ${problem}.`)
  return watch
}

function readRanks(text: string): readonly number[] {
  const ranks = parseRanks(text)
  if (ranks !== undefined) return ranks
  throw new UsageError('--ranks takes whole numbers between commas, such as 1,10,100.')
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
    `${boardKey(board)} is not watched. "backline watch list" shows all that is.`,
  )
}

/** What is asked for elsewhere would be back in seconds. */
function refuseWhatComesAgain({ board, origin }: Watch): void {
  if (origin === 'operator') return
  throw new UsageError(
    origin === 'file'
      ? `${boardKey(board)} is watched because the file of watches (BACKLINE_WATCHES_FILE) says so: take it out there, or pause it.`
      : `${boardKey(board)} is watched because its event was announced, and would be again: pause it.`,
  )
}

async function show(history: HistoryStore, board: Board, json: true | undefined): Promise<void> {
  const state = await find(history, board)
  if (json === true) printJson(jsonOf(state))
  else printTable(WATCH_HEADING, [rowOf(state)])
}
