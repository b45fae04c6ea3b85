import { noteServerTime } from '../data/api-client.ts'
import { provideResults } from '../data/use-query.ts'
import { FIRST_DATA_ID, readFirstData } from './first-data.ts'

/** Provides what the server put into the page to the queries of the page. */
export function provideFirstData(): void {
  const data = readFirstData(document.querySelector(`#${FIRST_DATA_ID}`)?.textContent)
  if (data === undefined) return
  // The service worker marks a page that it has kept: its time is past.
  if (document.documentElement.dataset['kept'] === undefined) noteAge(data.nowMs)
  provideResults(data.results)
}

/** Sets the time of the server, if the page has just come from it and not from a cache. */
function noteAge(renderedMs: number): void {
  const [entry] = performance.getEntriesByType('navigation')
  if (!(entry instanceof PerformanceNavigationTiming) || entry.transferSize === 0) return
  noteServerTime(renderedMs + performance.now() - entry.responseStart)
}
