import type { PublicMessage } from '../../contract/public/public-content.ts'
import type { PublicPart } from '../../contract/public/messages.ts'
import type { Board, Snapshot } from '../../domain/board.ts'
import type { Gap } from '../../domain/history-store.ts'
import { describeGap, describeWatch } from './describe-watch.ts'
import { freshForMs, isPast } from './fresh-for.ts'
import type { ReaderSettings } from './reader-settings.ts'
import { describeRun, runAt, usualRun } from './runs.ts'
import { viewBoard, type BoardView } from './view-board.ts'

/** Makes what reads the newest snapshot of a board, and the one nearest at or before a time. */
export function boardReaders({ store, clock }: ReaderSettings) {
  const describe = (
    view: BoardView,
    { snapshot, gap, untilMs }: { snapshot?: Snapshot; gap?: Gap; untilMs: number },
  ): PublicMessage<'Board'> => {
    const nowMs = clock.nowMs()
    const run =
      snapshot === undefined ? usualRun(view.runs, nowMs) : runAt(view.runs, snapshot.fetchedAtMs)
    return {
      type: 'message',
      message: {
        event: run === undefined ? {} : describeRun(run, view.runs, nowMs),
        snapshot: snapshot === undefined ? {} : describeSnapshot(snapshot),
        gap: gap === undefined ? {} : describeGap(gap),
        // What is past is kept for long, and how its watch is doing now is not true for long.
        watch: isPast(view, untilMs) ? {} : describeWatch(view.watch, nowMs),
      },
      fetchedAtMs: snapshot?.fetchedAtMs,
      freshForMs: freshForMs(view, { untilMs, nowMs }),
    }
  }
  return {
    newest: async (board: Board): Promise<PublicMessage<'Board'>> => {
      const view = await viewBoard(store, board)
      return describe(view, {
        ...(view.newest !== undefined && { snapshot: view.newest }),
        ...(view.watch?.gap !== undefined && { gap: view.watch.gap }),
        untilMs: Number.POSITIVE_INFINITY,
      })
    },
    at: async (board: Board, atMs: number): Promise<PublicMessage<'Board'>> => {
      const [view, snapshot, { gaps }] = await Promise.all([
        viewBoard(store, board),
        store.snapshot(board, atMs),
        store.series({
          board,
          ranks: [1],
          fromMs: atMs,
          untilMs: atMs + 1,
          stepMs: 0,
          snapshotsMax: 1,
        }),
      ])
      // At the very time of a snapshot nothing is missing, although a gap may begin there.
      const gap = snapshot?.fetchedAtMs === atMs ? undefined : gaps[0]
      return describe(view, {
        ...(snapshot !== undefined && { snapshot }),
        ...(gap !== undefined && { gap }),
        untilMs: atMs + 1,
      })
    },
  }
}

function describeSnapshot({ fetchedAtMs, ranks, rows }: Snapshot): PublicPart['Snapshot'] {
  const held = new Set(rows.map(({ rank }) => rank))
  return {
    fetchedAt: String(fetchedAtMs),
    rows: rows.map(({ rank, points, holders }) => ({
      rank,
      points,
      holders: holders.map(({ id, name }) => ({ id, name })),
    })),
    unheld: (ranks ?? []).filter((rank) => !held.has(rank)),
  }
}
