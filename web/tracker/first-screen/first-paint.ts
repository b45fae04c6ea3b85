/** Milliseconds to wait at most: a page in the background is not painted. */
const WAIT_MAX_MS = 500

/** Resolves when the browser has painted what the server rendered. */
export function firstPaint(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new PerformanceObserver(() => resolve())
  observer.observe({ type: 'paint', buffered: true })
  setTimeout(resolve, WAIT_MAX_MS)
  return promise.finally(() => observer.disconnect())
}
