import { useEffect, useMemo, useState } from 'preact/hooks'
import type { TimelineEntry } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import { useQuery } from '../data/use-query.ts'
import { boardAt, loadBoardAt, type BoardAt } from './board-at.ts'

/** How long the slider must rest before the board is loaded. */
const REST_MS = 250

/**
 * Returns a board at a time in Unix ms: at once what the timeline of the chart says, which may have
 * few snapshots, and when the time rests the exact one of the server. `undefined` without a time.
 */
export function useBoardAt(
  subject: Subject,
  entries: readonly TimelineEntry[],
  atMs: number | undefined,
): BoardAt | undefined {
  const [restedMs, setRested] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setRested(atMs), REST_MS)
    return () => clearTimeout(timer)
  }, [atMs])
  const isRested = atMs !== undefined && restedMs === atMs
  const { value: loaded } = useQuery({
    key: isRested ? JSON.stringify([subject.region, subject.kind, subject.id, atMs]) : undefined,
    load: (signal) => loadBoardAt(subject, atMs ?? 0, signal),
  })
  const known = useMemo(
    () => (atMs === undefined ? undefined : boardAt(entries, atMs)),
    [entries, atMs],
  )
  return loaded ?? known
}
