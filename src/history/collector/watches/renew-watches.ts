import { boardKey, type Board } from '../../../game/board.ts'
import type { AnnouncedEvent } from '../../calendar/run-challenges.ts'
import type { WatchState } from '../../history-store.ts'
import type { Watch, WatchOrigin } from '../../../game/board-watch.ts'
import { announcedWatches } from './announced-watches.ts'
import type { CollectorOptions } from '../collector-options.ts'

/** The writes that bring the stored watches to the wanted state. */
export interface WatchChanges {
  readonly put: readonly Watch[]
  readonly remove: readonly Board[]
}

/** Origins by precedence, highest first. */
const PRECEDENCE: readonly WatchOrigin[] = ['operator', 'file', 'announced']

/**
 * Updates the store's watches from the watches file and the announced events, and resolves with all
 * watches. Reads them on each call, since operators change them at any time. Without `events`
 * (`undefined`: not read yet) watches of announced events stay as they are.
 */
export async function renewWatches(
  { store, clock, announced, readWatches }: CollectorOptions,
  events: readonly AnnouncedEvent[] | undefined,
): Promise<readonly WatchState[]> {
  let states = await store.watches()
  const update = async (origin: WatchOrigin, wanted: readonly Watch[]) => {
    const known = states.map(({ watch }) => watch)
    const { put, remove } = changeWatches(wanted, known, origin)
    for (const watch of put) await store.putWatch(watch)
    for (const board of remove) await store.removeWatch(board)
    if (put.length + remove.length > 0) states = await store.watches()
  }
  await update('file', await readWatches())
  if (events !== undefined) {
    await update('announced', announcedWatches(events, clock.nowMs(), announced))
  }
  return states
}

/**
 * Compares the wanted watches of one origin with all known ones. Leaves boards alone that an origin
 * of higher precedence watches. A watch paused by an operator stays paused.
 */
export function changeWatches(
  wanted: readonly Watch[],
  known: readonly Watch[],
  origin: WatchOrigin,
): WatchChanges {
  const knownByBoard = new Map(known.map((watch) => [boardKey(watch.board), watch]))
  const wantedBoards = new Set(wanted.map(({ board }) => boardKey(board)))
  const put = wanted.flatMap((watch) => {
    const old = knownByBoard.get(boardKey(watch.board))
    if (old === undefined) return [watch]
    if (PRECEDENCE.indexOf(old.origin) < PRECEDENCE.indexOf(origin)) return []
    const merged = old.origin === origin ? { ...watch, paused: old.paused } : watch
    return isSame(old, merged) ? [] : [merged]
  })
  const remove = known
    .filter((watch) => watch.origin === origin && !wantedBoards.has(boardKey(watch.board)))
    .map(({ board }) => board)
  return { put, remove }
}

/** Returns whether two watches of one board are equal. */
export function isSame(one: Watch, other: Watch): boolean {
  return textOf(one) === textOf(other)
}

function textOf({ ranks, cadenceMs, fromMs, untilMs, paused, origin }: Watch): string {
  return JSON.stringify([ranks, cadenceMs, fromMs, untilMs, paused, origin])
}
