import { loadResultPages, resultsKey } from '../archive/use-results.ts'
import { ApiError, serverNowMs } from '../data/api-client.ts'
import { loadBoard, loadSpeeds } from '../data/load-board.ts'
import { loadRegion, loadRuns } from '../data/load-region.ts'
import { needsRuns, subjectOf, type Subject } from '../data/subject.ts'
import { boardKey, speedsKey } from '../data/use-board.ts'
import { eventRunsKey, withRuns } from '../data/use-found-subject.ts'
import type { KnownQuery, KnownResult } from '../data/use-query.ts'
import { loadPlayer, playerKey } from '../player/load-player.ts'
import type { PageName } from '../view/page.ts'
import { serverFacts } from '../view/server-facts.ts'
import type { View } from '../view/view.ts'

/**
 * Reads what the first screen of a page shows: the results of the queries that its components make.
 * Rejects if the region cannot be read.
 */
export async function readFirstResults(name: PageName, view: View): Promise<readonly KnownQuery[]> {
  const { signal } = new AbortController()
  if (name === 'archive') return [[resultsKey(1), { value: await loadResultPages(1, signal) }]]
  const { region, event = '' } = view
  const known = await loadRegion(region, signal)
  const results: KnownQuery[] = [[region, { value: known }]]
  const eventRuns = needsRuns(view, known.runs) ? await loadRuns(region, event, signal) : undefined
  if (eventRuns !== undefined) results.push([eventRunsKey(view), { value: eventRuns }])
  const subject = subjectOf(view, withRuns(view, known, eventRuns), serverNowMs())
  if (subject === undefined) return results
  const read = name === 'player' ? readPlayer : readBoard
  return [...results, ...(await read(subject, view, signal))]
}

async function readPlayer(
  subject: Subject,
  { player = '' }: View,
  signal: AbortSignal,
): Promise<readonly KnownQuery[]> {
  if (subject.kind !== 'event' || !serverFacts().hasPlayers) return []
  const result = await resultOf(loadPlayer(subject, player, signal))
  return result === undefined ? [] : [[playerKey(subject, player), result]]
}

async function readBoard(
  subject: Subject,
  _view: View,
  signal: AbortSignal,
): Promise<readonly KnownQuery[]> {
  const key = boardKey(subject)
  const loading = loadBoard(subject, signal)
  const result = await resultOf(loading)
  if (result === undefined || 'failure' in result) return result ? [[key, result]] : []
  const { reading } = await loading
  if (reading === undefined) return [[key, result]]
  const ranks = reading.places.map(({ rank }) => rank)
  const speeds = await loadSpeeds(subject, ranks, signal)
  return [
    [key, result],
    [speedsKey(key, reading), { value: speeds }],
  ]
}

/**
 * Resolves with the result of a query; `undefined` after a failure that may be over when the script
 * loads it.
 */
async function resultOf(loading: Promise<unknown>): Promise<KnownResult | undefined> {
  try {
    return { value: await loading }
  } catch (error) {
    const failure = error instanceof ApiError ? error.failure : undefined
    return failure === 'missing' || failure === 'unwatched' ? { failure } : undefined
  }
}
