import type { Answer, CacheResult, Client, Permit } from '../contract/flow-values.ts'
import type { OperationId } from '../contract/operations.ts'
import type { Awaitable } from '../domain/awaitable.ts'
import type { Clock } from '../domain/clock.ts'
import type { GatewayReply, Reader, SharedGateway, SharedReply } from '../domain/gateway.ts'
import { notFound } from '../domain/service-error.ts'
import type { AnswerCache, Entry } from './answer-cache.ts'
import { canExist } from './can-exist.ts'
import type { EncodedBody } from './create-variants.ts'
import { finish } from './finished.ts'

/** Answers an admitted call, unless its client leaves first; at once when the bytes are here. */
export type Respond = (permit: Permit, client: Client) => Awaitable<Answer>

/** What answers are made from. */
export interface RespondSettings {
  readonly gateway: SharedGateway
  readonly clock: Clock
  /** What is kept of finished answers. */
  readonly cache: AnswerCache
  /** Milliseconds for which an answer is used again, counted from its receipt; 0: not at all. */
  readonly lifetimesMs: Readonly<Record<OperationId, number>>
}

/** What a gateway gave, or had just given to somebody else. */
interface Fetched {
  readonly entry: Entry
  readonly cache: CacheResult
}

/** How long, in milliseconds, it is remembered at most that a thing is unknown. */
const UNKNOWN_MS = 5_000

/**
 * Makes the stage that turns a permit into finished bytes: 404 for what cannot exist without asking anyone, else
 * what was kept of an equal call, else the gateway's message as JSON or as it is (400, 404, 502, 503, 504). Errors
 * are never kept, nor is anything of a call that began before the data was replaced.
 */
export function createRespond(settings: RespondSettings): Respond {
  const { gateway, clock, cache, lifetimesMs } = settings
  // Readers who shared a call share its bytes too, also where nothing is kept.
  const entries = new WeakMap<GatewayReply, Entry>()
  let changes = 0
  gateway.onChange?.(() => {
    changes += 1
    cache.clear()
  })

  const fetch = (key: string, permit: Permit, client: Client, why: 'miss' | 'stale') => {
    const { call } = permit
    const before = changes
    const lifetimeMs = lifetimesMs[call.operation]
    const result = lifetimeMs === 0 || cache.bytesMax === 0 ? 'bypass' : why
    const keep = ({ reply, joined }: SharedReply): Fetched => {
      const made = entries.get(reply)
      if (made !== undefined) {
        const found = cache.find(key)
        const keptMs = typeof found === 'object' && found.entry === made ? found.leftMs : 0
        return { entry: made, cache: { result, joined, keptMs } }
      }
      const entry = entryOf(key, reply, cache, clock)
      entries.set(reply, entry)
      const forMs = entry.finished === undefined ? Math.min(lifetimeMs, UNKNOWN_MS) : lifetimeMs
      const isKept = changes === before && cache.keep(key, entry, forMs)
      return { entry, cache: { result, joined, keptMs: isKept ? forMs : 0 } }
    }
    const shared = gateway.read(call, readerOf(client, permit))
    // What is here at once is kept at once, so that no equal call comes in between.
    return shared instanceof Promise ? shared.then(keep) : keep(shared)
  }

  const give = (entry: Entry, result: CacheResult, client: Client): Awaitable<Answer> => {
    if (entry.finished === undefined) throw notFound()
    const { contentType, encoded } = entry.finished
    const answer = ({ body, encoding }: EncodedBody): Answer => {
      const { fetchedAtMs, receivedAtMs, ageAtReceiptMs } = entry
      const ageMs = ageAtReceiptMs + clock.monotonicMs() - receivedAtMs
      return { contentType, body, encoding, fetchedAtMs, ageMs, cache: result } as Answer
    }
    const variant = encoded(client.encoding)
    return variant instanceof Promise ? variant.then(answer) : answer(variant)
  }

  const fetchAndGive = async (...asked: Parameters<typeof fetch>): Promise<Answer> => {
    const { entry, cache: result } = await fetch(...asked)
    const [, , client] = asked
    return give(entry, result, client)
  }

  return (permit, client) => {
    const { call } = permit
    if (!canExist(call)) throw notFound()
    const { key } = call
    const found = cache.find(key)
    if (typeof found !== 'object') return fetchAndGive(key, permit, client, found ?? 'miss')
    return give(found.entry, { result: 'hit', leftMs: found.leftMs }, client)
  }
}

function entryOf(
  key: string,
  { message, fetchedAtMs }: GatewayReply,
  cache: AnswerCache,
  clock: Clock,
): Entry {
  const entry: Entry = {
    finished: message === undefined ? undefined : finish(message, () => cache.grown(key, entry)),
    fetchedAtMs,
    receivedAtMs: clock.monotonicMs(),
    ageAtReceiptMs: Math.max(0, clock.nowMs() - fetchedAtMs),
  }
  return entry
}

/** Someone who waits for the keyed answer of a call, and whose lease is given back when the call has settled. */
function readerOf(client: Client, permit: Permit): Reader {
  return {
    lane: 'keyed',
    hold: () => permit.hold(),
    uses: (how) => {
      permit.gateway = how
    },
    trace: client.trace,
    get gone() {
      return client.gone
    },
  }
}
