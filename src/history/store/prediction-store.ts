import type { HistoryStore } from '../history-store.ts'
import type { NewLiveEntry } from '../live-entry.ts'
import type { Prediction, PredictionQuery, RegionAccuracy } from '../prediction.ts'
import { DAY_MS } from '../../platform/time/time-units.ts'
import { ensureBoard, findBoard } from './board-store.ts'
import { fenced } from './lease.ts'
import type { HistoryDatabase } from './history-schema.ts'

/** Creates the access to predictions in SQL. */
export function createPredictions(
  database: HistoryDatabase,
): Pick<HistoryStore, 'predictions' | 'accuracy' | 'putAccuracy'> {
  return {
    predictions: (query) => readPredictions(database, query),
    accuracy: async (region) => {
      const row = await database
        .selectFrom('history_accuracy')
        .select('accuracy')
        .where('region', '=', region)
        .executeTakeFirst()
      return row && (JSON.parse(row.accuracy) as RegionAccuracy)
    },
    putAccuracy: (accuracy, lease) =>
      fenced(database, lease, 0, async ({ transaction }) => {
        const text = JSON.stringify(accuracy)
        await transaction
          .insertInto('history_accuracy')
          .values({ region: accuracy.region, accuracy: text })
          .onConflict((conflict) => conflict.column('region').doUpdateSet({ accuracy: text }))
          .execute()
      }),
  }
}

/** Stores the predictions among live entries, in the transaction that writes these. */
export async function storePredictions(
  database: HistoryDatabase,
  entries: readonly NewLiveEntry[],
): Promise<void> {
  for (const { liveEvent } of entries) {
    if (liveEvent.type !== 'prediction') continue
    const { type: _, board, ...rest } = liveEvent
    const prediction = JSON.stringify(rest)
    await database
      .insertInto('history_predictions')
      .values({
        board: await ensureBoard(database, board),
        made_at_ms: liveEvent.madeAtMs,
        prediction,
      })
      .onConflict((conflict) =>
        conflict.columns(['board', 'made_at_ms']).doUpdateSet({ prediction }),
      )
      .execute()
  }
}

async function readPredictions(
  database: HistoryDatabase,
  { board, fromMs, untilMs, order, max }: PredictionQuery,
): Promise<readonly Prediction[]> {
  const id = await findBoard(database, board)
  if (id === undefined) return []
  const rows = await database
    .selectFrom('history_predictions')
    .select('prediction')
    .where('board', '=', id)
    .where('made_at_ms', '>=', fromMs)
    .where('made_at_ms', '<', untilMs)
    .orderBy('made_at_ms', order === 'oldest first' ? 'asc' : 'desc')
    .limit(max)
    .execute()
  return rows.map(({ prediction }) => ({
    board,
    ...(JSON.parse(prediction) as Omit<Prediction, 'board'>),
  }))
}

/**
 * Milliseconds before the bound in which {@link downsamplePredictions} searches; longer than the
 * usual downtime of a server.
 */
const DOWNSAMPLE_SPAN_MS = 7 * DAY_MS

/**
 * Deletes at most `max` predictions: all but the first of each board in each interval of `stepMs`
 * that ends before `thinMs`. Returns their number.
 */
export async function downsamplePredictions(
  database: HistoryDatabase,
  {
    thinMs,
    stepMs,
    max,
  }: { readonly thinMs: number; readonly stepMs: number; readonly max: number },
): Promise<number> {
  const rows = await database
    .selectFrom('history_boards as board')
    .innerJoin('history_predictions as prediction', 'prediction.board', 'board.id')
    .select(['prediction.board', 'prediction.made_at_ms'])
    .where('board.kind', '=', 'event')
    .where('prediction.made_at_ms', '>=', thinMs - DOWNSAMPLE_SPAN_MS)
    .where('prediction.made_at_ms', '<', Math.floor(thinMs / stepMs) * stepMs)
    .orderBy('prediction.board')
    .orderBy('prediction.made_at_ms')
    .execute()
  const surplus = rows
    .filter(({ board, made_at_ms: atMs }, index) => {
      const before = rows[index - 1]
      return (
        before?.board === board &&
        Math.floor(before.made_at_ms / stepMs) === Math.floor(atMs / stepMs)
      )
    })
    .slice(0, max)
  for (const { board, made_at_ms: atMs } of surplus) {
    await database
      .deleteFrom('history_predictions')
      .where('board', '=', board)
      .where('made_at_ms', '=', atMs)
      .execute()
  }
  return surplus.length
}

/** Deletes the predictions of a board before `beforeMs`. */
export async function dropPredictions(
  database: HistoryDatabase,
  board: number,
  beforeMs: number,
): Promise<void> {
  await database
    .deleteFrom('history_predictions')
    .where('board', '=', board)
    .where('made_at_ms', '<', beforeMs)
    .execute()
}
