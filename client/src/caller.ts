import { callInBatches, type Ask } from './call-in-batches.ts'
import { callInWindows, RANKS_MAX, type WindowBound } from './call-in-windows.ts'
import { rejectUnknown, validateDuration, type ClientConfig } from './client-options.ts'
import { Connections } from './connections.ts'
import { DEVELOPER_OPERATIONS, DEVELOPER_PREFIX } from './developer-operations.ts'
import type { Exchange } from './exchange.ts'
import { KEYED_PREFIX } from './generated/operation-table.ts'
import { PUBLIC_PREFIX } from './generated/public-operation-table.ts'
import { iteratePages } from './iterate-pages.ts'
import type { LiveOptions, LiveParameters } from './live-entry.ts'
import type { LiveStream } from './live-stream.ts'
import type { OperationEntry, PagesEntry } from './operation-entry.ts'
import { readPublicResult, readResult } from './read-result.ts'
import type { CallOptions, PublicResult, Result } from './result.ts'
import type { SharePlace } from './share-lease.ts'
import type { CallerLimits } from './single-flight.ts'
import type { Answer } from './transport.ts'
import { writeTarget, type Parameters } from './write-target.ts'

/** The document of the keyed API, which states the widest window of ranks. */
const DOCUMENT = '/api/open/openapi.json'

/** An operation without a region. */
type DeveloperEntry = (typeof DEVELOPER_OPERATIONS)[keyof typeof DEVELOPER_OPERATIONS]

/** Calls operations of the three interfaces: writes requests and reads responses. */
export class Caller {
  readonly #config: ClientConfig
  readonly #connections: Connections
  readonly #bound: WindowBound = {
    ranksMax: RANKS_MAX,
    read: (signal) => this.#readRanksMax(signal),
  }

  constructor(config: ClientConfig) {
    const bytes = crypto.getRandomValues(new Uint8Array(12))
    const instance = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const entry = DEVELOPER_OPERATIONS.quotaShare
    this.#config = config
    this.#connections = new Connections(config, {
      renewal: {
        target: writeTarget(entry, DEVELOPER_PREFIX, { instance }),
        read: (answer) => this.#readDeveloper(entry, answer).data as SharePlace,
      },
    })
  }

  /** Calls a keyed operation, split into several requests if one cannot ask for everything. */
  async callKeyed(
    entry: OperationEntry,
    region: string,
    parameters: Parameters = {},
    options: CallOptions = {},
  ): Promise<Result<unknown>> {
    const { signal, deadlineAtMs } = this.#limits(options)
    const { clock, fills } = this.#config
    const prefix = `${KEYED_PREFIX}${encodeURIComponent(region)}`
    const ask: Ask = async (part, partSignal) => {
      const target = writeTarget(entry, prefix, part)
      const answer = await this.#connections.keyed(target, { signal: partSignal, deadlineAtMs })
      return readResult(entry, answer, { clock, fills })
    }
    if (entry.batch !== undefined) return callInBatches(entry.batch, parameters, ask, signal)
    if (entry.window === undefined) return ask(parameters, signal)
    return callInWindows(entry.window, parameters, ask, { bound: this.#bound, signal })
  }

  /** Calls a public operation. */
  async callPublic(
    entry: OperationEntry,
    region: string,
    parameters: Parameters = {},
    options: CallOptions = {},
    exchange: Exchange = this.#connections.public,
  ): Promise<PublicResult<unknown>> {
    const { clock, fills } = this.#config
    const prefix = `${PUBLIC_PREFIX}${encodeURIComponent(region)}`
    const target = writeTarget(entry, prefix, parameters)
    const answer = await exchange(target, this.#limits(options))
    return readPublicResult(entry, answer, { clock, fills, header: 'ratelimit-policy' })
  }

  /** Fetches a public file, which may take minutes. */
  callFile(
    entry: OperationEntry,
    region: string,
    parameters: Parameters,
    options: CallOptions,
  ): Promise<PublicResult<unknown>> {
    return this.callPublic(entry, region, parameters, options, this.#connections.files)
  }

  /** Yields the items of all pages of a public operation. The deadline is that of each page. */
  iterate(
    pages: PagesEntry,
    region: string,
    parameters: Parameters = {},
    options: CallOptions = {},
  ): AsyncGenerator<unknown, void, undefined> {
    return iteratePages(pages, parameters, (entry, page) =>
      this.callPublic(entry, region, page, options),
    )
  }

  /** Calls an operation about the developer. */
  async callDeveloper(
    entry: DeveloperEntry,
    parameters: Parameters,
    options: CallOptions = {},
  ): Promise<PublicResult<unknown>> {
    const target = writeTarget(entry, DEVELOPER_PREFIX, parameters)
    return this.#readDeveloper(
      entry,
      await this.#connections.developer(target, this.#limits(options)),
    )
  }

  /** Follows the live entries of a region. */
  live(region: string, parameters: LiveParameters = {}, options: LiveOptions = {}): LiveStream {
    return this.#connections.live(region, parameters, options)
  }

  #readDeveloper(entry: DeveloperEntry, answer: Answer): PublicResult<unknown> {
    const { clock, fills } = this.#config
    const header = 'x-request-id'
    return readPublicResult(entry, answer, { clock, fills, header, isWhole: true })
  }

  #limits(options: CallOptions): CallerLimits {
    rejectUnknown(options, ['signal', 'deadlineMs'])
    const { signal, deadlineMs } = options
    const { clock } = this.#config
    validateDuration('deadlineMs', deadlineMs)
    return { signal, deadlineAtMs: clock.nowMs() + (deadlineMs ?? this.#config.deadlineMs) }
  }

  /** Reads the widest window of ranks from the document of the keyed API, which is not counted. */
  async #readRanksMax(signal: AbortSignal | undefined): Promise<number | undefined> {
    const { deadlineAtMs } = this.#limits({})
    const { body } = await this.#connections.developer(DOCUMENT, { signal, deadlineAtMs })
    const text = new TextDecoder().decode(body)
    const [, bound] = /"x-rank-window":\s*\{[^}]*"maxRanks":\s*([1-9]\d{0,9})/.exec(text) ?? []
    return bound === undefined ? undefined : Number(bound)
  }
}
