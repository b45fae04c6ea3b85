import { useEffect, useState } from 'preact/hooks'
import { REGIONS } from '../../shared/i18n/regions.ts'
import type { Failure } from '../data/api-client.ts'
import { useQuery } from '../data/use-query.ts'
import { loadResults, type ResultsPage } from './load-results.ts'

/** The results of every region, as far as they are loaded. */
export interface ShownResults {
  readonly pages: readonly ResultsPage[] | undefined
  readonly failure: Failure | undefined
  readonly reload: () => void
  /** Loads older ones; `undefined` if there are none. */
  readonly more: (() => void) | undefined
}

/** Loads the latest results of every region, and older ones on request. */
export function useResults(): ShownResults {
  const [wanted, setWanted] = useState(1)
  const { value, failure, reload } = useQuery({
    key: resultsKey(wanted),
    load: (signal) => loadResultPages(wanted, signal),
  })
  const [last, setLast] = useState<readonly ResultsPage[]>()
  useEffect(() => {
    if (value !== undefined) setLast(value)
  }, [value])
  const hasMore = REGIONS.some(
    (region) => value?.findLast((one) => one.region === region)?.nextBefore !== undefined,
  )
  return {
    pages: value ?? last,
    failure,
    reload,
    more: hasMore ? () => setWanted(wanted + 1) : undefined,
  }
}

/** Returns the key of the query for so many pages of each region. */
export function resultsKey(count: number): string {
  return `results/${count}`
}

/** Loads so many pages of each region, the latest first. */
export async function loadResultPages(
  count: number,
  signal: AbortSignal,
): Promise<readonly ResultsPage[]> {
  const all = await Promise.all(REGIONS.map((region) => loadPages(region, count, signal)))
  return all.flat()
}

async function loadPages(
  region: ResultsPage['region'],
  count: number,
  signal: AbortSignal,
): Promise<readonly ResultsPage[]> {
  const pages = [await loadResults(region, undefined, signal)]
  while (pages.length < count) {
    const before = pages.at(-1)?.nextBefore
    if (before === undefined) break
    pages.push(await loadResults(region, before, signal))
  }
  return pages
}
