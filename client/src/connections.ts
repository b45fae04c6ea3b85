import type { ClientConfig } from './client-options.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { LIVE_PATH, PUBLIC_PREFIX } from './generated/public-operation-table.ts'
import type { LiveOptions, LiveParameters } from './live-entry.ts'
import { LiveStream } from './live-stream.ts'
import { Pace } from './pace.ts'
import { readLimits } from './read-limits.ts'
import { requestHeaders } from './request-headers.ts'
import { RetryPolicy } from './retry-policy.ts'
import { ShareLease, type SharePlace } from './share-lease.ts'
import { Transport, type Answer } from './transport.ts'
import { writeTarget } from './write-target.ts'

/** Milliseconds for an export file. */
const FILE_MS = 600_000

/** Milliseconds for the renewal of a share. */
const RENEWAL_MS = 5_000

/** Options of {@link Connections}. */
export interface ConnectionsOptions {
  /** The request target that renews the share of this process, and the reader of its response. */
  readonly renewal: { readonly target: string; readonly read: (answer: Answer) => SharePlace }
}

/** The exchanges of one client: one per interface, because each has limits of its own. */
export class Connections {
  readonly config: ClientConfig
  readonly keyed: Exchange
  readonly developer: Exchange
  readonly public: Exchange
  /** Public, for responses that may take minutes. */
  readonly files: Exchange
  readonly #keyless: { readonly transport: Transport; readonly pace: Pace }

  constructor(config: ClientConfig, { renewal }: ConnectionsOptions) {
    const { clock, hooks, attemptMs, pacing, concurrencyMax, fetch, baseUrl } = config
    const headers = requestHeaders(config.key, config.appName)
    const withKey = new Transport({ fetch, baseUrl, headers: headers.keyed })
    const withoutKey = new Transport({ fetch, baseUrl, headers: headers.keyless })
    const common = { clock, hooks, attemptMs, retries: new RetryPolicy(config) }
    const uncounted = new Pace({ clock, pacing: 'off', concurrencyMax })
    const developer = createExchange({ ...common, transport: withKey, pace: uncounted })

    const renew = async (): Promise<SharePlace> => {
      const sentAtMs = clock.nowMs()
      const deadlineAtMs = sentAtMs + RENEWAL_MS
      const answer = await developer(renewal.target, { signal: undefined, deadlineAtMs })
      const samples = readLimits(answer.headers)
      if (samples !== undefined) keyedPace.learn(sentAtMs, samples)
      return renewal.read(answer)
    }
    const lease =
      config.share === 'auto'
        ? new ShareLease({ clock, renew, onChange: () => keyedPace.reshare() })
        : undefined
    const share = config.share === 'auto' ? lease : config.share
    const keyedPace = new Pace({ clock, pacing, concurrencyMax, share })
    const publicPace = new Pace({ clock, pacing, concurrencyMax })
    const keyless = { transport: withoutKey, pace: publicPace }

    this.config = config
    this.developer = developer
    this.keyed = createExchange({ ...common, transport: withKey, pace: keyedPace, lease })
    this.public = createExchange({ ...common, ...keyless })
    this.files = createExchange({ ...common, ...keyless, attemptMs: FILE_MS })
    this.#keyless = keyless
  }

  /** Opens a live stream of a region. */
  live(region: string, parameters: LiveParameters, { signal }: LiveOptions): LiveStream {
    const { clock, hooks, attemptMs, jitter } = this.config
    const prefix = `${PUBLIC_PREFIX}${encodeURIComponent(region)}`
    return new LiveStream({
      ...this.#keyless,
      clock,
      hooks,
      attemptMs,
      jitter,
      signal,
      position: parameters.after,
      targetAfter: (after) => writeTarget({ path: LIVE_PATH }, prefix, { ...parameters, after }),
    })
  }
}
