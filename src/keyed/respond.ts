import type { Answer, CacheResult, Permit, Call } from './flow-values.ts'
import type { Client } from '../platform/http/request/raw-request.ts'
import { type OperationId, OPERATIONS } from '../game/operations.ts'
import type { Awaitable } from '../platform/concurrency/awaitable.ts'
import type { Clock } from '../platform/time/clock.ts'
import type {
  GatewayReply,
  Subscriber,
  CoalescingGateway,
  CoalescedReply,
} from '../game/gateway.ts'
import { notFound } from '../platform/http/errors/service-error.ts'
import type { AnswerCache, Entry } from './answer-cache.ts'
import type { EncodedBody } from '../platform/http/content/encoded-variants.ts'
import { listsOf, longestList } from '../upstream/message-lists.ts'
import { encodeAnswer, encodeInSlices, SLICE_ELEMENTS } from './encode-answer.ts'
import type { OperationDeclaration } from '../game/game-operation.ts'
import type { Region } from '../game/region.ts'

/**
 * Answers an admitted call, synchronously when the bytes are cached. Rejects when its client
 * disconnects first.
 */
export type Respond = (permit: Permit, client: Client) => Awaitable<Answer>

/** Options of {@link createRespond}. */
export interface RespondOptions {
  readonly gateway: CoalescingGateway
  readonly clock: Clock
  /** The cache of encoded answers. */
  readonly cache: AnswerCache
  /** Milliseconds for which an answer is cached, counted from its receipt; 0 disables caching. */
  readonly lifetimesMs: Readonly<Record<OperationId, number>>
}

/** A reply of the gateway, possibly of a call coalesced with another. */
interface Fetched {
  readonly entry: Entry
  readonly cache: CacheResult
}

/**
 * Maximum drift, in milliseconds, between the wall clock and the monotonic clock that does not
 * count as a step.
 */
const STEP_MS = 1_000

/** Maximum milliseconds for which an unknown object is cached. */
const UNKNOWN_MS = 5_000

/**
 * Creates the stage that turns a permit into encoded bytes: 404 for what cannot exist, without
 * calling the gateway; else the cached answer of an equal call; else the gateway's message, JSON or
 * as it is (400, 404, 502, 503, 504). Errors are never cached, nor are results of calls that
 * started before the data was replaced.
 */
export function createRespond(options: RespondOptions): Respond {
  const responder = new Responder(options)
  return (permit, client) => responder.respond(permit, client)
}

class Responder {
  readonly #gateway: CoalescingGateway
  readonly #clock: Clock
  readonly #cache: AnswerCache
  readonly #lifetimesMs: RespondOptions['lifetimesMs']
  /** Subscribers of one call share its encoded bytes, also where nothing is cached. */
  readonly #entries = new WeakMap<GatewayReply, Awaitable<Entry>>()
  /** The long answers that are being encoded, by call. */
  readonly #encoding = new Map<string, Promise<Entry>>()
  readonly #adjusted = new WeakMap<Entry, number>()
  #dataVersion = 0

  constructor({ gateway, clock, cache, lifetimesMs }: RespondOptions) {
    this.#gateway = gateway
    this.#clock = clock
    this.#cache = cache
    this.#lifetimesMs = lifetimesMs
    gateway.onChange?.(() => {
      this.#dataVersion += 1
      this.#encoding.clear()
      cache.clear()
    })
  }

  respond(permit: Permit, client: Client): Awaitable<Answer> {
    const { call } = permit
    if (!canExist(call)) throw notFound()
    const { key } = call
    const found = this.#cache.find(key)
    if (typeof found !== 'object') {
      return this.#fetchAndEncode(key, permit, client, found ?? 'miss')
    }
    return this.#encode(found.entry, { result: 'hit', leftMs: found.leftMs }, client)
  }

  async #fetchAndEncode(
    key: string,
    permit: Permit,
    client: Client,
    reason: 'miss' | 'stale',
  ): Promise<Answer> {
    const { entry, cache: result } = await this.#fetch(key, permit, client, reason)
    return this.#encode(entry, result, client)
  }

  #fetch(
    key: string,
    permit: Permit,
    client: Client,
    reason: 'miss' | 'stale',
  ): Awaitable<Fetched> {
    const { call } = permit
    const versionAtStart = this.#dataVersion
    const lifetimeMs = this.#lifetimesMs[call.operation]
    const result = lifetimeMs === 0 || this.#cache.bytesMax === 0 ? 'bypass' : reason
    const share = (entry: Entry, coalesced: boolean): Fetched => {
      const found = this.#cache.find(key)
      const keptMs = typeof found === 'object' && found.entry === entry ? found.leftMs : 0
      return { entry, cache: { result, coalesced, keptMs } }
    }
    const encoding = this.#encoding.get(key)
    if (encoding !== undefined) {
      permit.gateway = 'joined'
      return encoding.then((entry) => share(entry, true))
    }
    const store = ({ reply, coalesced }: CoalescedReply): Awaitable<Fetched> => {
      const keep = (entry: Entry): Fetched => {
        this.#entries.set(reply, entry)
        const forMs = entry.finished === undefined ? Math.min(lifetimeMs, UNKNOWN_MS) : lifetimeMs
        const isKept = this.#dataVersion === versionAtStart && this.#cache.set(key, entry, forMs)
        return { entry, cache: { result, coalesced, keptMs: isKept ? forMs : 0 } }
      }
      const existing = this.#entries.get(reply)
      if (existing !== undefined) return whenDone(existing, (entry) => share(entry, coalesced))
      const entry = entryOf(call, reply, this.#cache, this.#clock)
      this.#entries.set(reply, entry)
      const isCurrent = this.#dataVersion === versionAtStart
      if (entry instanceof Promise && isCurrent) this.#shareEncoding(key, entry)
      return whenDone(entry, keep)
    }
    const replied = this.#gateway.read(call, subscriberOf(client, permit))
    // A synchronous reply is cached synchronously, so that no equal call comes in between.
    return replied instanceof Promise ? replied.then(store) : store(replied)
  }

  /** Lets equal calls join an encoding, unless the data is replaced meanwhile. */
  #shareEncoding(key: string, encoding: Promise<Entry>): void {
    this.#encoding.set(key, encoding)
    const end = () => {
      if (this.#encoding.get(key) === encoding) this.#encoding.delete(key)
    }
    void encoding.then(end, end)
  }

  #encode(entry: Entry, result: CacheResult, client: Client): Awaitable<Answer> {
    if (entry.finished === undefined) throw notFound()
    const { contentType, encoded } = entry.finished
    const answer = ({ body, encoding }: EncodedBody): Answer => {
      const ageMs = entry.ageAtReceiptMs + this.#clock.monotonicMs() - entry.receivedAtMs
      const fetchedAtMs = this.#fetchTimeOf(entry, ageMs)
      return { contentType, body, encoding, fetchedAtMs, ageMs, cache: result } as Answer
    }
    const variant = encoded(client.encoding)
    return variant instanceof Promise ? variant.then(answer) : answer(variant)
  }

  /**
   * Returns the fetch time of an entry (Unix ms) by the wall clock as it is now. After the clock
   * has stepped back, the adjusted time is computed once and stays the same until the next step:
   * the two clocks drift apart by fractions of a millisecond.
   */
  #fetchTimeOf(entry: Entry, ageMs: number): number {
    const nowMs = this.#clock.nowMs()
    if (entry.fetchedAtMs + ageMs <= nowMs + STEP_MS) return entry.fetchedAtMs
    const measuredMs = Math.floor(nowMs - ageMs)
    const knownMs = this.#adjusted.get(entry)
    if (knownMs !== undefined && Math.abs(knownMs - measuredMs) <= STEP_MS) return knownMs
    this.#adjusted.set(entry, measuredMs)
    return measuredMs
  }
}

/** Encodes a reply. A message with a long list takes several turns of the event loop. */
function entryOf(
  { key, operation }: Pick<Call, 'key' | 'operation'>,
  { message, fetchedAtMs }: GatewayReply,
  cache: AnswerCache,
  clock: Clock,
): Awaitable<Entry> {
  const receivedAtMs = clock.monotonicMs()
  const ageAtReceiptMs = Math.max(0, clock.nowMs() - fetchedAtMs)
  let entry: Entry | undefined
  const onGrown = () => entry && cache.resize(key, entry)
  const withBytes = (finished: Entry['finished']): Entry =>
    (entry = { finished, fetchedAtMs, receivedAtMs, ageAtReceiptMs })
  if (message === undefined) return withBytes(undefined)
  const list = longestList(message, listsOf(operation), SLICE_ELEMENTS)
  return list === undefined
    ? withBytes(encodeAnswer(message, onGrown))
    : encodeInSlices(message, list, onGrown).then(withBytes)
}

/** Applies a function to a value as soon as it is there: at once if it is no promise. */
function whenDone<Value, Result>(
  value: Awaitable<Value>,
  apply: (value: Value) => Result,
): Awaitable<Result> {
  return value instanceof Promise ? value.then(apply) : apply(value)
}

/**
 * Returns a subscriber for the keyed answer of a call. Its lease is released when the call has
 * settled.
 */
function subscriberOf(client: Client, permit: Permit): Subscriber {
  return {
    priority: 'keyed',
    retain: () => permit.retain(),
    onUse: (how) => {
      permit.gateway = how
    },
    trace: client.trace,
    get signal() {
      return client.signal
    },
  }
}

/** A rule on the value of one parameter. */
type Rule = (values: Call['arguments'], region: Region) => boolean

const RULES = Object.fromEntries(
  Object.entries(OPERATIONS).map(([operation, { parameters }]) => [operation, rulesOf(parameters)]),
) as Readonly<Record<OperationId, readonly Rule[]>>

/** Whether the requested object can exist, by the form of its identifiers in its region. */
function canExist({ operation, region, arguments: values }: Call): boolean {
  return RULES[operation].every((rule) => rule(values, region))
}

function rulesOf(parameters: OperationDeclaration['parameters']): readonly Rule[] {
  return Object.entries(parameters).flatMap(([name, { canExist: rule }]) =>
    rule === undefined ? [] : [(values, region) => rule(values[name] as string, region)],
  )
}
