import type { PublicMessage, PublicHandlers } from '../../public-content.ts'
import type { PublicPart } from '../../public-messages.ts'
import type { KnownRun } from '../../../history-store.ts'
import type { Region } from '../../../../game/region.ts'
import { readBoardView, type BoardView } from '../boards/board-view.ts'
import { describeSnapshot } from '../boards/board-handlers.ts'
import { describeRun } from '../describe/describe-event.ts'
import { FRESH_MS, readPage } from './event-handlers.ts'
import type { PublicHandlerOptions } from '../handler-options.ts'
import { isFinalResult, lastSnapshotOf } from '../boards/last-snapshot.ts'
import { knownRunStateAt, msUntilTransition } from './runs.ts'

/** Runs per page. Each has a snapshot of up to 100 ranks. */
const PAGE_SIZE = 20

/**
 * Creates the handler that returns the last snapshot of each ended run, as the cutoffs of that run
 * return it. Omits runs without a snapshot.
 */
export function createResultsHandler(
  options: PublicHandlerOptions,
): Pick<PublicHandlers, 'public.results.list'> {
  const { store, clock } = options
  return {
    'public.results.list': async ({ region, before }): Promise<PublicMessage<'ResultList'>> => {
      const { page, next } = await readPage(store, { region, before, size: PAGE_SIZE })
      const nowMs = clock.nowMs()
      const ended = page.filter((run) => knownRunStateAt(run, nowMs) === 'ended')
      const results = await readResults(options, region, ended)
      return {
        type: 'message',
        message: { results, nextBefore: String(next) },
        freshForMs: Math.min(FRESH_MS, ...page.map((run) => msUntilTransition(run, nowMs))),
      }
    },
  }
}

/** Results omit the cards of holders, which would need a further query per run. */
const NO_CARDS: Parameters<typeof describeSnapshot>[2] = new Map()

async function readResults(
  { store, clock }: PublicHandlerOptions,
  region: Region,
  runs: readonly KnownRun[],
): Promise<PublicPart['RunResult'][]> {
  const nowMs = clock.nowMs()
  const views = new Map<string, BoardView>()
  const results: PublicPart['RunResult'][] = []
  // Sequentially: on SQLite all reads share one thread.
  for (const run of runs) {
    const view =
      views.get(run.id) ?? (await readBoardView(store, { region, kind: 'event', id: run.id }))
    views.set(run.id, view)
    const snapshot = await lastSnapshotOf(store, view, run)
    if (snapshot === undefined) continue
    const isFinal = isFinalResult(snapshot, run, view, nowMs)
    results.push({
      event: describeRun(run, view, nowMs),
      snapshot: describeSnapshot(snapshot, isFinal, NO_CARDS),
    })
  }
  return results
}
