import type { GameEvent } from '../../domain/game-event.ts'
import type { HistoryStore } from '../../domain/history-store.ts'
import type { Region } from '../../domain/region.ts'
import { fenced } from './lease.ts'
import type { HistoryDatabase, HistoryTables } from './schema.ts'

/** The runs of events, in SQL. */
export function createEvents(
  database: HistoryDatabase,
): Pick<HistoryStore, 'putEvents' | 'events'> {
  return {
    putEvents: (events, lease) =>
      fenced(database, lease, 0, async ({ transaction }) => {
        const changed: GameEvent[] = []
        for (const event of events) if (await putEvent(transaction, event)) changed.push(event)
        return changed
      }),
    events: async (region) => {
      const rows = await database
        .selectFrom('history_events')
        .selectAll()
        .where('region', '=', region)
        .orderBy('starts_at_ms', 'desc')
        .orderBy('event_id')
        .execute()
      return rows.map(eventOf)
    },
  }
}

/** Adds a run, or renews it, in the transaction of its caller. Returns whether it was new or changed. */
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
        .doUpdateSet(({ ref }) => ({
          ends_at_ms: ref('excluded.ends_at_ms'),
          name: ref('excluded.name'),
        }))
        .where(({ or, eb, ref }) =>
          or([
            eb('history_events.ends_at_ms', '!=', ref('excluded.ends_at_ms')),
            eb('history_events.name', 'is distinct from', ref('excluded.name')),
          ]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
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
