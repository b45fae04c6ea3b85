import { LRUCache } from 'lru-cache'
import { singleFlight } from '../../platform/concurrency/single-flight.ts'
import { settlesWithin } from '../../platform/concurrency/settles-within.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { FirstScreen, FirstScreenRequest, RenderFirstScreen } from './first-screen.ts'

/** Milliseconds for which a rendered screen is sent again: its times are as old. */
const FRESH_MS = 1_000

/**
 * Milliseconds that a page waits for its data; it is sent without them then. The first page of a
 * process waits for the components too.
 */
const WAIT_MS = 1_000

/** Screens rendered concurrently; pages beyond that are sent without data. */
const CONCURRENT_MAX = 8

/**
 * Renderings that start within a second at most; pages beyond that are sent without data. Each
 * takes the serving thread some milliseconds, which a flood of links, no two alike, would add up.
 */
const PER_SECOND_MAX = 20

/** Rendered screens at most. */
const SCREENS_MAX = 64

/** Longer queries and cookies are not written by the page, and not rendered. */
const LENGTH_MAX = 1_000

/** A rendered screen, and when it was rendered, on the monotonic clock. */
interface RenderedScreen {
  readonly screen: FirstScreen | undefined
  readonly atMs: number
}

/** Returns the first screen; `undefined` if it cannot be rendered now. Never rejects. */
export type ReadFirstScreen = (request: FirstScreenRequest) => Promise<FirstScreen | undefined>

/**
 * Creates the cache of first screens. It bounds the work that pages cause: equal requests share one
 * rendering a second, few run concurrently, and a page does not wait for a slow store. `onError`
 * receives why a rendering failed.
 */
export function createFirstScreens(
  render: RenderFirstScreen,
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  onError: (error: unknown) => void,
): ReadFirstScreen {
  const rendered = new LRUCache<string, RenderedScreen>({ max: SCREENS_MAX })
  const coalesce = singleFlight<void>()
  let running = 0
  let second = { startMs: -Infinity, renderings: 0 }
  const mayRender = (): boolean => {
    if (running >= CONCURRENT_MAX) return false
    const nowMs = clock.monotonicMs()
    if (nowMs - second.startMs >= 1_000) second = { startMs: nowMs, renderings: 0 }
    return second.renderings < PER_SECOND_MAX
  }
  const renderInto = async (key: string, request: FirstScreenRequest): Promise<void> => {
    running += 1
    second.renderings += 1
    try {
      const atMs = clock.monotonicMs()
      rendered.set(key, { screen: await render(request), atMs })
    } catch (error) {
      onError(error)
    } finally {
      running -= 1
    }
  }
  const freshOf = (key: string): FirstScreen | undefined => {
    const known = rendered.get(key)
    return known !== undefined && clock.monotonicMs() - known.atMs < FRESH_MS
      ? known.screen
      : undefined
  }
  return async (request) => {
    const { page, query, cookie = '', language, portal = '' } = request
    if (query.length > LENGTH_MAX || cookie.length > LENGTH_MAX) return undefined
    const key = JSON.stringify([page, query, cookie, language, portal])
    const known = freshOf(key)
    if (known !== undefined || !mayRender()) return known
    const rendering = coalesce(key, () => renderInto(key, request))
    await settlesWithin(clock, WAIT_MS, rendering)
    return freshOf(key)
  }
}
