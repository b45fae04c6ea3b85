import type { Clock } from '../../domain/clock.ts'
import type { Observe } from '../../domain/observation.ts'
import { settlesWithin } from '../../domain/settles-within.ts'
import type { OnStoreChange } from '../watch-availability.ts'
import { checkServer } from './check-server.ts'
import type { Connection } from './connection.ts'
import { createLink, type Link } from './create-link.ts'
import { createRouter, type Router } from './create-router.ts'
import { parseServerUrl } from './server-address.ts'

/** What the way to the servers is opened with. */
export interface RouterSettings {
  readonly url: string
  readonly clock: Clock
  readonly observe: Observe
  /** How long one answer of a server may take. Milliseconds. */
  readonly answerMs: number
  /** Hears of a server that gives no answers any more, or does again; and of the first one that is not there yet. */
  readonly onChange: OnStoreChange
  /** Hears that a server that came later must not be used as it is set up. */
  readonly giveUp: (error: unknown) => void
}

/** How long opening waits for a server that may be starting too. */
const OPEN_MS = 1_000

/**
 * Opens the way to a server or a cluster, each server checked as it is connected to. Rejects when the first one must not
 * be used as it is set up; one that is away is said, and tried again and again.
 */
export async function openRouter({
  url,
  clock,
  observe,
  answerMs,
  onChange,
  giveUp,
}: RouterSettings): Promise<Router> {
  const said = new Set<string>()
  const check = async (send: Connection['send']) => {
    const checked = checkServer(String(await send(['INFO'])), clock.nowMs())
    // Its connections come and go; what it is like is said once.
    const words = JSON.stringify({ ...checked, warnings: checked.warnings.length })
    if (said.has(words)) return
    said.add(words)
    observe({ type: 'quota.store_checked', ...checked })
  }
  const links = new Set<Link>()
  const cutOff = new Set<Link>()
  // The store is away when no server of it is left: one of a cluster may be gone for good, and what was its is another's.
  const tell = (link: Link, state: 'away' | 'back', error: unknown) => {
    if (state === 'away') cutOff.add(link)
    else cutOff.delete(link)
    const isLeft = [...links].some((one) => one.isUp && !cutOff.has(one))
    if (state === 'back') onChange('back')
    else if (!isLeft) onChange('away', error)
  }
  const router = createRouter(parseServerUrl(url), (server) => {
    const link: Link = createLink({
      server,
      clock,
      answerMs,
      check,
      onChange: (state, error) => tell(link, state, error),
    })
    links.add(link)
    return link
  })
  try {
    if (!(await settlesWithin(clock, OPEN_MS, router.firstUp))) {
      onChange(
        'away',
        new Error('The quota store is not there yet; until it is, requests are refused.'),
      )
      router.firstUp.catch(giveUp)
    }
    return router
  } catch (error) {
    router.close()
    throw error
  }
}
