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
  /** Admitted requests by the index of their minute. */
  readonly used: ReadonlyMap<number, number>
  readonly refused: number
}

/** Makes a model that has counted nothing. */
export function createQuotaModel(limits: ModelLimits): QuotaModel {
  const used = new Map<string, number>()
  const minutes = new Map<number, number>()
  let [open, refused] = [0, 0]
  return {
    used: minutes,
    get refused() {
      return refused
    },
    take: (nowMs) => {
      const windows = Object.entries(WINDOWS).map(([name, lengthMs]) => {
        const index = Math.floor(nowMs / lengthMs)
        const key = `${name}/${index}`
        const limit = limits[name as keyof typeof WINDOWS]
        return { name, lengthMs, index, key, limit, endsInMs: (index + 1) * lengthMs - nowMs }
      })
      const over = windows.filter(({ key, limit }) => (used.get(key) ?? 0) >= limit)
      const admitted = over.length === 0 && open < limits.concurrency
      if (admitted) {
        for (const { key } of windows) used.set(key, (used.get(key) ?? 0) + 1)
        const minute = Math.floor(nowMs / WINDOWS.minute)
        minutes.set(minute, (minutes.get(minute) ?? 0) + 1)
        open += 1
      } else {
        refused += 1
      }
      const samples = new Map<string, LimitSample>(
        windows.map(({ name, lengthMs, key, limit, endsInMs }) => [
          name,
          {
            limit,
            left: limit - (used.get(key) ?? 0),
            window: { lengthMs, endsInMs: Math.ceil(endsInMs / 1_000) * 1_000 },
          },
        ]),
      )
      const left = limits.concurrency - open
      return {
        admitted,
        samples: samples.set('concurrency', { limit: limits.concurrency, left, window: undefined }),
        retryAfterMs: Math.max(
          1_000,
          ...over.map(({ endsInMs }) => Math.ceil(endsInMs / 1_000) * 1_000),
        ),
        release: () => void (admitted && (open -= 1)),
      }
    },
  }
}
