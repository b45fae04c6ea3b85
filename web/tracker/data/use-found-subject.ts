import { useMemo } from 'preact/hooks'
import type { View } from '../view/view.ts'
import { serverNowMs, type Failure } from './api-client.ts'
import type { GameRun } from './parse-message.ts'
import { findRuns, loadRegion, loadRuns, type RegionNow } from './load-region.ts'
import { resolveView } from './resolve-view.ts'
import { hasEvent, needsRuns, subjectOf, type Subject } from './subject.ts'
import { useQuery, type QueryResult } from './use-query.ts'

/** Reload interval of a region; the stream reports starts and ends of events sooner. */
const REGION_MS = 300_000

/** Reload interval of a region without events and watches: a new server learns them soon. */
const EMPTY_REGION_MS = 15_000

/** What a link names, as far as it is loaded. */
export interface FoundSubject {
  readonly region: QueryResult<RegionNow>
  /** Whether the run that the link names is known, or known not to exist. */
  readonly isFound: boolean
  /** Why what the link names could not be loaded. */
  readonly failure: Failure | undefined
  readonly reload: () => void
  readonly subject: Subject | undefined
  /** The view of the link with the full names of runs, and without what is unknown. */
  readonly view: View
  /** Whether the compared runs are known. */
  readonly isResolved: boolean
}

/** Loads the region of a link and resolves the runs that it names. */
export function useFoundSubject(linked: View): FoundSubject {
  const region = useQuery({
    key: linked.region,
    load: (signal) => loadRegion(linked.region, signal),
    againMs: ({ runs, watches }) =>
      runs.length + watches.length === 0 ? EMPTY_REGION_MS : REGION_MS,
  })
  // The first page of runs may lack an old run that a link names.
  const eventRuns = useQuery({
    key:
      region.value !== undefined && needsRuns(linked, region.value.runs)
        ? eventRunsKey(linked)
        : undefined,
    load: (signal) => loadRuns(linked.region, linked.event ?? '', signal),
  })
  const hasFailed = eventRuns.value === undefined && eventRuns.failure !== undefined
  const isFound = !eventRuns.isLoading && !hasFailed
  const { subject, isEventKnown } = useMemo(() => {
    if (region.value === undefined || !isFound) return { subject: undefined, isEventKnown: true }
    const known = withRuns(linked, region.value, eventRuns.value)
    return {
      subject: subjectOf(linked, known, serverNowMs()),
      isEventKnown: hasEvent(linked, known),
    }
  }, [linked, region.value, eventRuns.value, isFound])
  const { value: compared, isLoading } = useQuery({
    key: linked.with.length > 0 && linked.tab === 'event' ? linked.with.join(' ') : undefined,
    load: (signal) => findRuns(linked.with, signal),
  })
  const view = useMemo(
    () => resolveView(linked, { subject, isEventKnown, compared }),
    [linked, subject, isEventKnown, compared],
  )
  return {
    region,
    isFound,
    failure: hasFailed ? eventRuns.failure : region.value === undefined ? region.failure : undefined,
    reload: () => {
      region.reload()
      eventRuns.reload()
    },
    subject,
    view,
    isResolved: !isLoading,
  }
}

/** Returns the key of the runs of the event that a view names. */
export function eventRunsKey({ region, event }: Pick<View, 'region' | 'event'>): string {
  return `${region}/${event}`
}

/** Returns a region with all runs of the event that a view names, as far as they were loaded. */
export function withRuns(
  { event }: View,
  known: RegionNow,
  eventRuns: readonly GameRun[] | undefined,
): RegionNow {
  if (eventRuns === undefined) return known
  return { ...known, runs: [...known.runs.filter(({ id }) => id !== event), ...eventRuns] }
}
