import { sql } from '#libraries/kysely'
import type { GameEvent } from '../../game/game-event.ts'
import {
  EVENT_RUNS_MAX,
  type HistoryStore,
  type KnownRun,
  type RunQuery,
} from '../history-store.ts'
import type { Region } from '../../game/region.ts'
import { fenced } from './lease.ts'
import type { HistoryDatabase, HistoryTables } from './history-schema.ts'

/** Creates the access to event runs in SQL. */
export function createEvents(
  database: HistoryDatabase,
): Pick<HistoryStore, 'putEvents' | 'events' | 'runs'> {
  return {
    putEvents: (events, lease) =>
      fenced(database, lease, 0, async ({ transaction }) => {
        const changed: GameEvent[] = []
        for (const { movedFromMs, ...event } of events) {
          const isMoved =
            movedFromMs !== undefined && (await moveRun(transaction, event, movedFromMs))
          if ((await putEvent(transaction, event)) || isMoved) changed.push(event)
        }
        return changed
      }),
    events: async (region, id) => {
      const rows = await database
        .selectFrom('history_events')
        .selectAll()
        .where('region', '=', region)
        .where('event_id', '=', id)
        .orderBy('starts_at_ms', 'desc')
        .limit(EVENT_RUNS_MAX)
        .execute()
      return rows.map(eventOf)
    },
    runs: (query) => readRuns(database, query),
  }
}

/**
 * Reads runs in the order of an index: the work is bounded by `max` and by what ends after
 * `endsAfterMs`.
 */
async function readRuns(
  database: HistoryDatabase,
  { region, startsFromMs, startsBeforeMs, endsAfterMs, isLatestOfWatched, max }: RunQuery,
): Promise<readonly KnownRun[]> {
  const next = sql<number | null>`(
    select min(later.starts_at_ms) from history_events later
    where later.region = run.region and later.event_id = run.event_id
      and later.starts_at_ms > run.starts_at_ms)`
  const number = sql<number>`(
    select count(*) from history_events earlier
    where earlier.region = run.region and earlier.event_id = run.event_id
      and earlier.starts_at_ms <= run.starts_at_ms)`
  const isWatched = sql<boolean>`run.event_id in (
    select board.board_id from history_watches watch
    join history_boards board on board.id = watch.board
    where board.region = ${region} and board.kind = 'event')`
  const rows = await database
    .selectFrom('history_events as run')
    .selectAll()
    .select([next.as('next_starts_at_ms'), number.as('number')])
    .where('region', '=', region)
    .$if(startsFromMs !== undefined, (query) =>
      query.where('starts_at_ms', '>=', startsFromMs ?? 0),
    )
    .$if(startsBeforeMs !== undefined, (query) =>
      query.where('starts_at_ms', '<', startsBeforeMs ?? 0),
    )
    .$if(endsAfterMs !== undefined, (query) => query.where('ends_at_ms', '>', endsAfterMs ?? 0))
    .$if(isLatestOfWatched === true, (query) => query.where(isWatched).where(next, 'is', null))
    .orderBy('starts_at_ms', 'desc')
    .orderBy('event_id')
    .limit(max)
    .execute()
  return rows.map(({ next_starts_at_ms: nextMs, number: nth, ...row }) => ({
    ...eventOf(row),
    number: nth,
    nextStartsAtMs: nextMs ?? undefined,
  }))
}

/**
 * Upserts an announced run in the transaction of its caller. Returns whether it was new, changed,
 * or known only from an import.
 */
export async function putEvent(database: HistoryDatabase, event: GameEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('history_events')
    .values({
      region: event.region,
      event_id: event.id,
      starts_at_ms: event.startsAtMs,
      ends_at_ms: event.endsAtMs,
      name: event.name ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['region', 'event_id', 'starts_at_ms'])
        .doUpdateSet((eb) => ({
          ends_at_ms: eb.ref('excluded.ends_at_ms'),
          name: eb.ref('excluded.name'),
          import: null,
        }))
        .where((eb) =>
          eb.or([
            eb('history_events.ends_at_ms', '!=', eb.ref('excluded.ends_at_ms')),
            eb('history_events.name', 'is distinct from', eb.ref('excluded.name')),
            eb('history_events.import', 'is not', null),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Moves a stored run and its facts to another start, unless a run of the event starts then. Returns
 * whether it did.
 */
async function moveRun(
  database: HistoryDatabase,
  { region, id, startsAtMs }: GameEvent,
  fromMs: number,
): Promise<boolean> {
  const runs = await database
    .selectFrom('history_events')
    .select('starts_at_ms')
    .where('region', '=', region)
    .where('event_id', '=', id)
    .where('starts_at_ms', 'in', [fromMs, startsAtMs])
    .execute()
  if (runs.length !== 1 || runs[0]?.starts_at_ms !== fromMs) return false
  await database
    .updateTable('history_events')
    .set({ starts_at_ms: startsAtMs })
    .where('region', '=', region)
    .where('event_id', '=', id)
    .where('starts_at_ms', '=', fromMs)
    .execute()
  // Facts without a run would violate the primary key.
  await database
    .deleteFrom('history_facts')
    .where('region', '=', region)
    .where('kind', '=', 'event')
    .where('id', '=', id)
    .where('starts_at_ms', '=', startsAtMs)
    .execute()
  await database
    .updateTable('history_facts')
    .set({ starts_at_ms: startsAtMs })
    .where('region', '=', region)
    .where('kind', '=', 'event')
    .where('id', '=', id)
    .where('starts_at_ms', '=', fromMs)
    .execute()
  return true
}

function eventOf(row: HistoryTables['history_events']): GameEvent {
  return {
    region: row.region as Region,
    id: row.event_id,
    name: row.name ?? undefined,
    startsAtMs: row.starts_at_ms,
    endsAtMs: row.ends_at_ms,
  }
}
