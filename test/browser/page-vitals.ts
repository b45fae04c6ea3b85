import type { Page } from 'playwright-core'

/** How a page appeared (web.dev/vitals). */
export interface PageVitals {
  /** Cumulative layout shift without the shifts that follow an input. */
  readonly cls: number
  /** The elements that shifted. */
  readonly shifted: readonly string[]
  /** Time of the largest contentful paint in ms. */
  readonly lcpMs: number
  /** The largest element. */
  readonly largest: string
}

/** Returns the vitals of a page so far. */
export function readVitals(page: Page): Promise<PageVitals> {
  return page.evaluate(`(async () => {
    const entriesOf = (type) => new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect()
        resolve(list.getEntries())
      })
      observer.observe({ type, buffered: true })
      // No entry, no call.
      setTimeout(() => resolve([]), 200)
    })
    const nameOf = (element) => element?.nodeType === 1
      ? element.localName + '.' + element.classList.value
      : String(element?.nodeName)
    const [shifts, paints] = await Promise.all(
      ['layout-shift', 'largest-contentful-paint'].map(entriesOf),
    )
    const counted = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
    const last = paints.at(-1)
    return {
      cls: counted.reduce((sum, { value }) => sum + value, 0),
      shifted: counted.flatMap(({ value, startTime, sources }) => sources.map(
        ({ node, previousRect, currentRect }) => value.toFixed(3) + ' at ' + Math.round(startTime) + ' ' + nameOf(node)
          + ' ' + previousRect.y + '→' + currentRect.y)),
      lcpMs: last?.startTime ?? Number.NaN,
      largest: nameOf(last?.element),
    }
  })()`) as Promise<PageVitals>
}
