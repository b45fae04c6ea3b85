import type { Clock } from '../time/clock.ts'
import { settlesWithin } from '../concurrency/settles-within.ts'
import type { OnStoreChange } from '../sql/watch-availability.ts'
import { checkServer, type CheckedServer } from './check-server.ts'
import type { Connection } from './valkey-connection.ts'
import { createReconnectingClient, type ReconnectingClient } from './reconnecting-client.ts'
import { createRouter, type Router } from './cluster-router.ts'
import { parseServerUrl } from './server-address.ts'

/** Options of the router. */
export interface RouterOptions {
  readonly url: string
  readonly clock: Clock
  /** Called when a server was checked, if its state has changed. */
  readonly onChecked: (server: CheckedServer) => void
  /** Reply timeout of a server, in milliseconds. */
  readonly answerMs: number
  /** Called when a server goes down or comes back, and when the first one is not reachable yet. */
  readonly onChange: OnStoreChange
  /** Checks each connected server before any other command is sent to it. */
  readonly onConnected: (server: CheckedServer, send: Connection['send']) => Promise<void>
  /** Called when a later server is unfit as configured. */
  readonly onFatalError: (error: unknown) => void
}

/** Milliseconds that opening waits for a server that may still be starting. */
const OPEN_MS = 1_000

/**
 * Opens a router to a server or a cluster and checks each server on connection. Rejects when the
 * first one is unfit as configured. An unreachable one is reported, and retried.
 */
export async function openRouter({
  url,
  clock,
  onChecked,
  answerMs,
  onChange,
  onConnected,
  onFatalError,
}: RouterOptions): Promise<Router> {
  const logged = new Set<string>()
  const check = async (send: Connection['send']) => {
    const checked = checkServer(String(await send(['INFO'])), clock.nowMs())
    // Report the state of a server once per change, whatever its connections do.
    const words = JSON.stringify({ ...checked, warnings: checked.warnings.length })
    if (!logged.has(words)) {
      logged.add(words)
      onChecked(checked)
    }
    await onConnected(checked, send)
  }
  const links = new Set<ReconnectingClient>()
  const cutOff = new Set<ReconnectingClient>()
  // The store is down when no server is left: one of a cluster may be gone for good, with its slots
  // taken over.
  const tell = (link: ReconnectingClient, state: 'away' | 'back', error: unknown) => {
    if (state === 'away') cutOff.add(link)
    else cutOff.delete(link)
    const isLeft = [...links].some((one) => one.isUp && !cutOff.has(one))
    if (state === 'back') onChange('back')
    else if (!isLeft) onChange('away', error)
  }
  const router = createRouter(parseServerUrl(url), (server) => {
    const link: ReconnectingClient = createReconnectingClient({
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
        new Error('The quota store is not reachable yet. Requests are rejected until it is.'),
      )
      router.firstUp.catch(onFatalError)
    }
    return router
  } catch (error) {
    router.close()
    throw error
  }
}
