import { useMemo } from 'preact/hooks'
import type { View } from '../view/view.ts'
import { serverNowMs } from './api-client.ts'
import { findRuns, loadRegion, loadRuns, type RegionNow } from './load-region.ts'
import { fitRange } from './load-timeline.ts'
import { runName } from './run-name.ts'
import { needsRuns, subjectOf, type Subject } from './subject.ts'
import { useQuery, type QueryResult } from './use-query.ts'

/** Reload interval of a region; the stream reports starts and ends of events sooner. */
const REGION_MS = 300_000

/** What a link names, as far as it is loaded. */
export interface FoundSubject {
  readonly region: QueryResult<RegionNow>
  /** Whether the run that the link names is known, or known not to exist. */
  readonly isFound: boolean
  readonly subject: Subject | undefined
  /** The view of the link with the full names of runs, and a range in which the board shows one. */
  readonly view: View
  /** Whether the compared runs are known. */
  readonly isResolved: boolean
}

/** Loads the region of a link and resolves the runs that it names. */
export function useFoundSubject(linked: View): FoundSubject {
  const region = useQuery({
    key: linked.region,
    load: (signal) => loadRegion(linked.region, signal),
    againMs: () => REGION_MS,
  })
  // The first page of runs may lack an old run that a link names.
  const eventRuns = useQuery({
    key:
      region.value !== undefined && needsRuns(linked, region.value.runs)
        ? `${linked.region}/${linked.event}`
        : undefined,
    load: (signal) => loadRuns(linked.region, linked.event ?? '', signal),
  })
  const isFound = !eventRuns.isLoading
  const subject = useMemo(() => {
    if (region.value === undefined || !isFound) return undefined
    const others = region.value.runs.filter(({ id }) => id !== linked.event)
    const runs = eventRuns.value === undefined ? region.value.runs : [...others, ...eventRuns.value]
    return subjectOf(linked, { ...region.value, runs }, serverNowMs())
  }, [linked, region.value, eventRuns.value, isFound])
  // Resolve the link: full names of runs, and a range in which the board shows the run.
  const compared = useQuery({
    key: linked.with.length > 0 && linked.tab === 'event' ? linked.with.join(' ') : undefined,
    load: (signal) => findRuns(linked.with, signal),
  })
  const view = useMemo(
    () => ({
      ...linked,
      range: subject === undefined ? linked.range : fitRange(linked.range, subject),
      with: compared.value?.map(runName) ?? linked.with,
    }),
    [linked, subject, compared.value],
  )
  return { region, isFound, subject, view, isResolved: !compared.isLoading }
}
