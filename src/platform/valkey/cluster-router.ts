import type { Answer } from './valkey-connection.ts'
import type { Attempt, IsAnswer, ReconnectingClient } from './reconnecting-client.ts'
import { redirectedTo, type ServerAddress } from './server-address.ts'
import { ServerError } from './server-error.ts'

/** Routes commands to the server that holds a key: of one server, or of a cluster. */
export interface Router {
  /**
   * Sends a command to the server that holds `key`. See {@link ReconnectingClient}, whose errors
   * these are.
   */
  call(
    key: string,
    command: readonly string[],
    attempt: Attempt,
    isAnswer: IsAnswer,
  ): Promise<Answer>
  /** Resolves after the first connection; rejects when its check failed. */
  readonly firstUp: Promise<void>
  close(): void
}

/** Number of hash slots of a cluster. */
const SLOTS = 16_384

/**
 * Redirects followed per attempt: more than a move and its confirmation means an inconsistent
 * cluster.
 */
const REDIRECTS_MAX = 3

/**
 * Finds the servers of a cluster by their redirects, so that no slot map can become outdated; a
 * single server is a cluster that never redirects. While the server of a slot is down, another one
 * is tried, which knows its successor.
 */
export function createRouter(
  seed: ServerAddress,
  open: (server: ServerAddress) => ReconnectingClient,
): Router {
  const first = open(seed)
  const links = new Map([[nameOf(seed), first]])
  const homes = new Map<number, ReconnectingClient>()

  const linkTo = (server: ServerAddress): ReconnectingClient => {
    const known = links.get(nameOf(server))
    if (known !== undefined) return known
    const link = open(server)
    links.set(nameOf(server), link)
    return link
  }
  const homeOf = (slot: number): ReconnectingClient => {
    const home = homes.get(slot) ?? first
    if (home.isUp) return home
    return links.values().find((link) => link.isUp) ?? home
  }

  return {
    firstUp: first.firstUp,
    call: async (key, command, attempt, isAnswer) => {
      const slot = keySlot(key)
      let link = homeOf(slot)
      for (let redirects = 0; ; redirects += 1) {
        try {
          return await link.call(command, attempt, isAnswer)
        } catch (error) {
          const redirect = error instanceof ServerError ? error.redirect : undefined
          if (redirect === undefined || redirects === REDIRECTS_MAX) throw error
          link = linkTo(redirectedTo(seed, redirect))
          // While a slot migrates, its new server requires ASKING first; both are sent together.
          if ((error as ServerError).code === 'MOVED') homes.set(slot, link)
          else link.call(['ASKING'], attempt, (answer) => answer === 'OK').catch(() => {})
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

/**
 * Returns the hash slot of a key: CRC-16/XMODEM of the part in the first braces, or of the whole
 * key.
 */
export function keySlot(key: string): number {
  const from = key.indexOf('{')
  const to = key.indexOf('}', from + 1)
  const tag = from >= 0 && to > from + 1 ? key.slice(from + 1, to) : key
  let crc = 0
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)
    crc &= 0xffff
  }
  return crc % SLOTS
}
