import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { appendMoments, momentOf, type Moment } from '../view/chart-lines.ts'
import { pickShown } from '../view/pick-ranks.ts'
import { usePrediction, type ShownPrediction } from '../predictions/use-prediction.ts'
import type { View } from '../view/view.ts'
import { serverNowMs, type Failure } from './api-client.ts'
import { boardAgainMs, loadBoard, loadSpeeds, type RankSpeed } from './load-board.ts'
import {
  loadComparison,
  loadTimeline,
  type LoadedComparison,
  type LoadedTimeline,
} from './load-timeline.ts'
import type { BoardNow, Reading } from './parse-message.ts'
import { hasRunEnded, type Subject } from './subject.ts'
import { useLive, type LiveState } from './use-live.ts'
import { useQuery } from './use-query.ts'

/** Data of the shown board. */
export interface BoardData {
  readonly board: BoardNow | undefined
  readonly failure: Failure | undefined
  readonly speeds: ReadonlyMap<number, RankSpeed>
  /** The ranks in the chart. */
  readonly ranks: readonly number[]
  readonly timeline: LoadedTimeline | undefined
  readonly comparison: LoadedComparison | undefined
  readonly chartFailure: Failure | undefined
  /** `undefined` until it is loaded, and for boards that are not predicted. */
  readonly prediction: ShownPrediction | undefined
  /** Snapshots received since the timeline was loaded. */
  readonly added: readonly Moment[]
  readonly live: LiveState
  readonly reload: () => void
}

/** Maximum number of streamed snapshots kept. */
const ADDED_MAX = 5_000

/** What is to be loaded. */
export interface BoardOptions {
  readonly view: View
  /** The ranks that the reader follows. */
  readonly followed: readonly number[]
  /** Whether the compared runs are resolved; the timeline waits for that. */
  readonly isResolved: boolean
}

/**
 * Loads a board, its speeds and its timeline, and updates them by the stream and when a snapshot is
 * due.
 */
export function useBoard(
  subject: Subject | undefined,
  { view, followed, isResolved }: BoardOptions,
  reloadRegion: () => void,
): BoardData {
  const key = subject && boardKey(subject)
  const [added, add] = useAdded(key)
  const hasEnded = subject !== undefined && hasRunEnded(subject, serverNowMs())
  const board = useQuery({
    key,
    load: (signal) => loadBoard(subject!, signal),
    againMs: (value) => boardAgainMs(value, serverNowMs(), live === 'open'),
  })
  const reading = board.value?.reading
  useEffect(() => {
    if (reading !== undefined) add(momentOf(reading))
  }, [reading, add])
  const ranks = useMemo(
    () => (board.value === undefined ? view.ranks : pickShown(board.value, view.ranks, followed)),
    [board.value, view.ranks, followed],
  )
  const isReady = key !== undefined && isResolved && board.value !== undefined && ranks.length > 0
  const chart = useChartData(subject, { view, ranks, key: isReady ? key : undefined })
  const speeds = useSpeeds(subject, key, reading)
  const { prediction, onPrediction } = usePrediction(subject, reading, hasEnded)
  const reload = () => {
    board.reload()
    chart.reload()
  }
  const live = useLive({
    region: view.region,
    board: subject === undefined || hasEnded ? undefined : `${subject.kind}:${subject.id}`,
    onSnapshot: (atMs, points) => {
      const all = new Map<number, number | undefined>(points)
      for (const rank of board.value?.watched.ranks ?? [])
        if (!all.has(rank)) all.set(rank, undefined)
      add({ atMs, points: all })
      board.reload()
    },
    onPrediction,
    onChange: () => {
      reload()
      reloadRegion()
    },
  })
  return {
    board: board.value,
    failure: board.failure,
    speeds,
    ranks,
    timeline: chart.timeline,
    comparison: chart.comparison,
    chartFailure: chart.failure,
    prediction,
    added,
    live,
    reload,
  }
}

/** Returns the key of a board's queries. */
export function boardKey({ region, kind, id, run }: Subject): string {
  return `${region}/${kind}/${id}/${run?.startsAtMs}`
}

/** Returns the key of the speeds at a snapshot of a board. */
export function speedsKey(key: string, { fetchedAtMs }: Reading): string {
  return `${key}/${fetchedAtMs}`
}

/** Returns ranks with one more, ascending. */
function withRank(ranks: readonly number[], rank: number | undefined): readonly number[] {
  if (rank === undefined || ranks.includes(rank)) return ranks
  return [...ranks, rank].toSorted((one, other) => one - other)
}

/** Returns the snapshots added under a key, and the function that adds one. */
function useAdded(key: string | undefined): readonly [readonly Moment[], (moment: Moment) => void] {
  const [state, setState] = useState<{ key?: string | undefined; moments: readonly Moment[] }>({
    moments: [],
  })
  const add = useCallback(
    (moment: Moment) =>
      setState((before) => ({
        key,
        moments: appendMoments(before.key === key ? before.moments : [], [moment]).slice(
          -ADDED_MAX,
        ),
      })),
    [key],
  )
  return [state.key === key ? state.moments : [], add]
}

/** Loads the timeline of a board, or its comparison with other runs, once there is a `key`. */
function useChartData(
  subject: Subject | undefined,
  {
    view,
    ranks: shown,
    key,
  }: {
    readonly view: View
    readonly ranks: readonly number[]
    readonly key: string | undefined
  },
) {
  const ranks = useMemo(() => withRank(shown, view.rank), [shown, view.rank])
  const request = subject && { subject, ranks, range: view.range, with: view.with }
  const compares = view.with.length > 0 && subject?.kind === 'event'
  const chartKey = key && JSON.stringify([key, ranks, view.range, view.with])
  const timeline = useQuery({
    key: compares ? undefined : chartKey,
    load: (signal) => loadTimeline(request!, signal),
  })
  const comparison = useQuery({
    key: compares ? chartKey : undefined,
    load: (signal) => loadComparison(request!, signal),
  })
  return {
    timeline: timeline.value,
    comparison: comparison.value,
    failure: compares ? comparison.failure : timeline.failure,
    reload: () => {
      timeline.reload()
      comparison.reload()
    },
  }
}

/** Loads the speeds for each snapshot of a board. Returns the last ones until then. */
function useSpeeds(
  subject: Subject | undefined,
  key: string | undefined,
  reading: BoardNow['reading'],
): ReadonlyMap<number, RankSpeed> {
  const ranks = reading?.places.map(({ rank }) => rank) ?? []
  const speeds = useQuery({
    key: reading && key && speedsKey(key, reading),
    load: (signal) => loadSpeeds(subject!, ranks, signal),
  })
  const [last, setLast] = useState<BoardSpeeds>({ key, speeds: new Map() })
  useEffect(() => {
    if (speeds.value !== undefined) setLast({ key, speeds: speeds.value })
  }, [speeds.value, key])
  return speeds.value ?? (last.key === key ? last.speeds : new Map<number, RankSpeed>())
}

interface BoardSpeeds {
  readonly key: string | undefined
  readonly speeds: ReadonlyMap<number, RankSpeed>
}
