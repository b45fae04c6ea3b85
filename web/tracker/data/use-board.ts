import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { appendMoments, momentOf, type Moment } from '../view/make-lines.ts'
import { pickShown } from '../view/pick-ranks.ts'
import type { View } from '../view/view.ts'
import { serverNowMs, type Failure } from './ask.ts'
import { boardAgainMs, loadBoard, loadSpeeds, type RankSpeed } from './load-board.ts'
import { loadComparison, loadTimeline, type ComparedTimeline } from './load-timeline.ts'
import type { BoardNow, TimelineEntry } from './read-message.ts'
import type { Subject } from './subject.ts'
import { useLive, type LiveState } from './use-live.ts'
import { useLoaded } from './use-loaded.ts'

/** Everything about the board that is shown. */
export interface BoardData {
  readonly board: BoardNow | undefined
  readonly failure: Failure | undefined
  readonly speeds: ReadonlyMap<number, RankSpeed>
  /** The ranks in the curve. */
  readonly ranks: readonly number[]
  readonly timeline: readonly TimelineEntry[] | undefined
  readonly comparison: readonly ComparedTimeline[] | undefined
  readonly curveFailure: Failure | undefined
  /** What came since the timeline was asked for. */
  readonly added: readonly Moment[]
  readonly live: LiveState
  readonly reload: () => void
}

/** So many moments that came by themselves are kept. */
const ADDED_MAX = 5_000

/** Loads a board, its speeds and its curve, and keeps them new: by the stream, and by asking when a reading is due. */
export function useBoard(
  subject: Subject | undefined,
  view: View,
  reloadRegion: () => void,
): BoardData {
  const key = subject && `${subject.region}/${subject.kind}/${subject.id}/${subject.run?.startsAtMs}`
  const [state, setAdded] = useState<{ key?: string | undefined; moments: readonly Moment[] }>({
    moments: [],
  })
  const add = useCallback(
    (moment: Moment) =>
      setAdded((before) => ({
        key,
        moments: appendMoments(before.key === key ? before.moments : [], [moment]).slice(-ADDED_MAX),
      })),
    [key],
  )
  const isOver =
    subject?.run !== undefined && subject.run.endsAtMs <= serverNowMs()
  const board = useLoaded({
    key,
    load: (signal) => loadBoard(subject!, signal),
    againMs: (value) => boardAgainMs(value, serverNowMs(), live === 'open'),
  })
  const reading = board.value?.reading
  useEffect(() => {
    if (reading !== undefined) add(momentOf(reading))
  }, [reading, add])
  const ranks = useMemo(
    () => (board.value === undefined ? view.ranks : pickShown(board.value, view.ranks)),
    [board.value, view.ranks],
  )
  const request = subject && { subject, ranks, range: view.range, with: view.with }
  const compares = view.with.length > 0 && subject?.kind === 'event'
  const curveKey =
    key !== undefined && board.value !== undefined && ranks.length > 0
      ? JSON.stringify([key, ranks, view.range, view.with])
      : undefined
  const timeline = useLoaded({
    key: compares ? undefined : curveKey,
    load: (signal) => loadTimeline(request!, signal),
  })
  const comparison = useLoaded({
    key: compares ? curveKey : undefined,
    load: (signal) => loadComparison(request!, signal),
  })
  const rowRanks = reading?.places.map(({ rank }) => rank) ?? []
  const speeds = useLoaded({
    key: reading && `${key}/${reading.fetchedAtMs}`,
    load: (signal) => loadSpeeds(subject!, rowRanks, signal),
  })
  const [lastSpeeds, setLastSpeeds] = useState<BoardSpeeds>({ key, speeds: new Map() })
  useEffect(() => {
    if (speeds.value !== undefined) setLastSpeeds({ key, speeds: speeds.value })
  }, [speeds.value, key])
  const reload = () => {
    board.reload()
    timeline.reload()
    comparison.reload()
  }
  const live = useLive({
    region: view.region,
    board: subject === undefined || isOver ? undefined : `${subject.kind}:${subject.id}`,
    onSnapshot: (atMs, points) => {
      const all = new Map<number, number | undefined>(points)
      for (const rank of board.value?.watched.ranks ?? []) if (!all.has(rank)) all.set(rank, undefined)
      add({ atMs, points: all })
      board.reload()
    },
    onChange: () => {
      reload()
      reloadRegion()
    },
  })
  return {
    board: board.value,
    failure: board.failure,
    speeds: lastSpeeds.key === key ? lastSpeeds.speeds : new Map<number, RankSpeed>(),
    ranks,
    timeline: timeline.value,
    comparison: comparison.value,
    curveFailure: compares ? comparison.failure : timeline.failure,
    added: state.key === key ? state.moments : [],
    live,
    reload,
  }
}

interface BoardSpeeds {
  readonly key: string | undefined
  readonly speeds: ReadonlyMap<number, RankSpeed>
}
