import { inChunks } from '../../platform/sql/row-limits.ts'
import type { HistoryStore } from '../history-store.ts'
import type { LiveEvent, NewLiveEntry } from '../live-entry.ts'
import type { Region } from '../../game/region.ts'
import type { HistoryDatabase } from './history-schema.ts'

/**
 * Writes live entries whose numbers end with `liveSeq`, in the transaction that reserved the
 * numbers.
 */
export async function writeLiveEntries(
  database: HistoryDatabase,
  entries: readonly NewLiveEntry[],
  liveSeq: number,
): Promise<void> {
  const rows = entries.map(({ region, atMs, liveEvent }, index) => ({
    region,
    seq: liveSeq - entries.length + 1 + index,
    at_ms: atMs,
    happening: JSON.stringify(liveEvent),
  }))
  for (const part of inChunks(rows)) {
    await database.insertInto('history_live').values(part).execute()
  }
}

/** Reads live entries of a region, in the transaction of the caller. */
export async function readLiveAfter(
  database: HistoryDatabase,
  ...[region, afterSeq, max]: Parameters<HistoryStore['liveAfter']>
): ReturnType<HistoryStore['liveAfter']> {
  const rows = await database
    .selectFrom('history_live')
    .selectAll()
    .where('region', '=', region)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(max)
    .execute()
  const dropped = await database
    .selectFrom('history_live_dropped')
    .select('seq')
    .where('region', '=', region)
    .executeTakeFirst()
  return {
    entries: rows.map((row) => ({
      seq: row.seq,
      region: row.region as Region,
      atMs: row.at_ms,
      liveEvent: liveEventOf(row.happening),
    })),
    // A client ahead of this store listened to another store, or to this one before it was
    // restored.
    missed: afterSeq < (dropped?.seq ?? 0) || afterSeq > (await readNewestLive(database)),
  }
}

function liveEventOf(text: string): LiveEvent {
  const liveEvent = JSON.parse(text) as LiveEvent
  // JSON has no `undefined`, which an event's name may be.
  return 'event' in liveEvent
    ? { ...liveEvent, event: { ...liveEvent.event, name: liveEvent.event.name } }
    : liveEvent
}

/** Reads the number of the newest live entry of all regions. */
export async function readNewestLive(database: HistoryDatabase): Promise<number> {
  const row = await database.selectFrom('history_lease').select('live_seq').executeTakeFirst()
  return row?.live_seq ?? 0
}

/**
 * Deletes at most `max` entries of a region that are older than `beforeMs`, oldest first. Returns
 * their number.
 */
export async function dropLiveEntries(
  database: HistoryDatabase,
  region: string,
  beforeMs: number,
  max: number,
): Promise<number> {
  const rows = await database
    .selectFrom('history_live')
    .select(['seq', 'at_ms'])
    .where('region', '=', region)
    .orderBy('seq')
    .limit(max)
    .execute()
  const kept = rows.findIndex(({ at_ms: atMs }) => atMs >= beforeMs)
  const dropped = kept < 0 ? rows : rows.slice(0, kept)
  const seq = dropped.at(-1)?.seq
  if (seq === undefined) return 0
  await database
    .deleteFrom('history_live')
    .where('region', '=', region)
    .where('seq', '<=', seq)
    .execute()
  await database
    .insertInto('history_live_dropped')
    .values({ region, seq })
    .onConflict((conflict) => conflict.column('region').doUpdateSet({ seq }))
    .execute()
  return dropped.length
}
