import type { GameEvent } from '../../domain/game-event.ts'
import type { WatchState } from '../../domain/history-store.ts'
import type { Watch, WatchOrigin } from '../../domain/watch.ts'
import { announcedWatches } from './announced-watches.ts'
import { changeWatches } from './change-watches.ts'
import type { CollectorSettings } from './collector-settings.ts'

/**
 * Brings the watches in the store to what the file of watches and the announced events ask for, and returns all that there are
 * then. Operators change them beside this at any time, so they are read each time. Before anybody was asked for `events`
 * (`undefined`) those of announced events stay as they are.
 */
export async function renewWatches(
  { store, clock, announced, readWatches }: CollectorSettings,
  events: readonly GameEvent[] | undefined,
): Promise<readonly WatchState[]> {
  let states = await store.watches()
  const bring = async (origin: WatchOrigin, wanted: readonly Watch[]) => {
    const known = states.map(({ watch }) => watch)
    const { put, remove } = changeWatches(wanted, known, origin)
    for (const watch of put) await store.putWatch(watch)
    for (const board of remove) await store.removeWatch(board)
    if (put.length + remove.length > 0) states = await store.watches()
  }
  await bring('file', await readWatches())
  if (events !== undefined) {
    await bring('announced', announcedWatches(events, clock.nowMs(), announced))
  }
  return states
}
