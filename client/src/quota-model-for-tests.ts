import type { LimitSample, LimitSamples } from './read-limits.ts'

/** The limits of a developer. */
export interface ModelLimits {
  readonly minute: number
  readonly day: number
  readonly concurrency: number
}

/** What a model answers, as the headers of the service would say it. */
export interface ModelDecision {
  readonly admitted: boolean
  readonly samples: LimitSamples
  readonly retryAfterMs: number
  /** Gives the place back. */
  readonly release: () => void
}

const WINDOWS = { minute: 60_000, day: 86_400_000 } as const

/** Counts as docs/limits.md says, with windows of the server's own clock. */
export interface QuotaModel {
  take(serverNowMs: number): ModelDecision
  /** Returns the state of the limits without counting. */
  samples(serverNowMs: number): LimitSamples
  /** Admitted requests by the index of their minute. */
  readonly used: ReadonlyMap<number, number>
  readonly refused: number
}

/** Creates a model that has counted nothing. */
export function createQuotaModel(limits: ModelLimits): QuotaModel {
  const used = new Map<string, number>()
  const minutes = new Map<number, number>()
  let [open, refused] = [0, 0]
  const windowsAt = (nowMs: number) =>
    Object.entries(WINDOWS).map(([name, lengthMs]) => {
      const index = Math.floor(nowMs / lengthMs)
      const limit = limits[name as keyof typeof WINDOWS]
      const endsInMs = (index + 1) * lengthMs - nowMs
      return { name, lengthMs, key: `${name}/${index}`, limit, endsInMs: roundUp(endsInMs) }
    })
  const samples = (nowMs: number): LimitSamples => {
    const { concurrency: limit } = limits
    const slots = { limit, left: limit - open, lengthMs: undefined, endsInMs: undefined }
    const windows = windowsAt(nowMs).map(
      ({ name, key, ...window }) =>
        [name, { ...window, left: window.limit - (used.get(key) ?? 0) }] as const,
    )
    return new Map<string, LimitSample>([...windows, ['concurrency', slots]])
  }
  return {
    used: minutes,
    get refused() {
      return refused
    },
    samples,
    take: (nowMs) => {
      const over = windowsAt(nowMs).filter(({ key, limit }) => (used.get(key) ?? 0) >= limit)
      const admitted = over.length === 0 && open < limits.concurrency
      if (admitted) {
        for (const { key } of windowsAt(nowMs)) used.set(key, (used.get(key) ?? 0) + 1)
        const minute = Math.floor(nowMs / WINDOWS.minute)
        minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
        open += 1
      } else {
        refused += 1
      }
      return {
        admitted,
        samples: samples(nowMs),
        retryAfterMs: Math.max(1_000, ...over.map(({ endsInMs }) => endsInMs)),
        release: () => void (admitted && (open -= 1)),
      }
    },
  }
}

/** Headers state whole seconds. */
function roundUp(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000
}
