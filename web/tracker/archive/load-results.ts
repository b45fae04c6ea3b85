import type { Region } from '../../shared/i18n/regions.ts'
import { callApi } from '../data/api-client.ts'
import { parseRun, type GameRun } from '../data/parse-message.ts'

/** The last snapshot of an ended run. */
export interface RunResult {
  readonly run: GameRun
  /** By rank. */
  readonly points: ReadonlyMap<number, number>
  /** Whether no later snapshot can come. */
  readonly isFinal: boolean
}

/** A page of results of a region. */
export interface ResultsPage {
  readonly region: Region
  /** Latest start first. */
  readonly results: readonly RunResult[]
  /** Passed on, returns older runs; `undefined` if there are none. */
  readonly nextBefore: string | undefined
}

/** Loads the results of ended runs of a region that started before a time; default: the latest. */
export async function loadResults(
  region: Region,
  before: string | undefined,
  signal: AbortSignal,
): Promise<ResultsPage> {
  const query = before === undefined ? {} : { before }
  const answer = await callApi({ region, path: '/results', query, signal }, 'ResultList')
  const { results = [], nextBefore = '0' } = answer
  return {
    region,
    results: results.map(({ event = {}, snapshot = {} }) => ({
      run: parseRun(event),
      points: new Map((snapshot.rows ?? []).map(({ rank = 0, points = 0 }) => [rank, points])),
      isFinal: snapshot.final === true,
    })),
    nextBefore: nextBefore === '0' ? undefined : nextBefore,
  }
}
