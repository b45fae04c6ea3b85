import type { Answer } from './connection.ts'
import type { Attempt, Link } from './create-link.ts'
import { keySlot } from './key-slot.ts'
import { redirectedTo, type ServerAddress } from './server-address.ts'
import { ServerError } from './server-error.ts'

/** The way to the server that holds a key: of one server, or of a cluster. */
export interface Router {
  /** Sends a command to the server that holds `key`. See {@link Link}, whose errors these are. */
  call(key: string, command: readonly string[], attempt: Attempt): Promise<Answer>
  /** Resolves when the first server was connected to; rejects with what a check found. */
  readonly firstUp: Promise<void>
  close(): void
}

/** More than a move and its confirmation in one attempt means that the cluster does not know itself. */
const REDIRECTS_MAX = 3

/**
 * Finds the servers of a cluster by their own redirects: there is no map to fetch and to grow old, and a single server is
 * a cluster that never redirects. While the server of a slot is away another one is asked, which knows its successor.
 */
export function createRouter(seed: ServerAddress, open: (server: ServerAddress) => Link): Router {
  const first = open(seed)
  const links = new Map([[nameOf(seed), first]])
  const homes = new Map<number, Link>()

  const linkTo = (server: ServerAddress): Link => {
    const known = links.get(nameOf(server))
    if (known !== undefined) return known
    const link = open(server)
    links.set(nameOf(server), link)
    return link
  }
  const homeOf = (slot: number): Link => {
    const home = homes.get(slot) ?? first
    if (home.isUp) return home
    return links.values().find((link) => link.isUp) ?? home
  }

  return {
    firstUp: first.firstUp,
    call: async (key, command, attempt) => {
      const slot = keySlot(key)
      let link = homeOf(slot)
      for (let redirects = 0; ; redirects += 1) {
        try {
          return await link.call(command, attempt)
        } catch (error) {
          const redirect = error instanceof ServerError ? error.redirect : undefined
          if (redirect === undefined || redirects === REDIRECTS_MAX) throw error
          link = linkTo(redirectedTo(seed, redirect))
          // While a slot moves, its new server wants to hear first that we were sent; the two go out together.
          if ((error as ServerError).code === 'MOVED') homes.set(slot, link)
          else link.call(['ASKING'], attempt).catch(() => {})
        }
      }
    },
    close: () => {
      for (const link of links.values()) link.close()
    },
  }
}

function nameOf({ host, port }: ServerAddress): string {
  return `${host}:${port}`
}
