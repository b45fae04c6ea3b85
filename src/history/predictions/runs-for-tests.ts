import { demoCurve } from '../../demo/content/demo-curve.ts'
import { growPoint, shareAt } from '../../dataset/events/growth.ts'
import { createSeededRandom, type SeededRandom } from '../../platform/text/seeded-random.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import type { RankSeries } from '../history-store.ts'
import type { RunRecord } from './run-curves.ts'

/** The ranks of generated runs. */
export const TEST_RANKS = [1, 10, 100, 1_000, 5_000]

/** A generated run, and how long it was expected to last before it was extended. */
export interface TestRun extends RunRecord {
  readonly firstEndsAtMs: number
  /** When the extension was announced. */
  readonly extendedAtMs: number
}

const STEP_MS = 30 * MINUTE_MS
const FIRST_MS = Date.UTC(2025, 0, 3, 6)

/** Creates runs as the demo has them: seven days, one shape with noise, results of other size. */
export function demoRuns(seed: number, count: number): TestRun[] {
  return Array.from({ length: count }, (_, at) => {
    const random = createSeededRandom(seed, `demo ${at}`)
    const startsAtMs = FIRST_MS + at * 7 * DAY_MS
    const endsAtMs = startsAtMs + 7 * DAY_MS
    const size = logNormal(random, 0.25)
    const series = TEST_RANKS.map((rank) => {
      const curve = demoCurve(random)
      const result = Math.round(((2_000_000 * size) / rank ** 0.45) * logNormal(random, 0.08))
      const points = []
      for (let ms = startsAtMs; ms <= endsAtMs; ms += STEP_MS) {
        const share = shareAt(curve, ms - startsAtMs, endsAtMs - startsAtMs)
        points.push({ atMs: ms, points: growPoint(result, share) })
      }
      return { rank, points }
    })
    return {
      startsAtMs,
      endsAtMs,
      series,
      maintenance: [],
      firstEndsAtMs: endsAtMs,
      extendedAtMs: endsAtMs,
    }
  })
}

interface Campaign {
  readonly fromMs: number
  readonly untilMs: number
  readonly factor: number
}

/** The hours of a run that all ranks share. */
interface Weather {
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly firstEndsAtMs: number
  /** How much faster points grow at the end than at the start: there are two kinds of events. */
  readonly trend: number
  readonly surge: number
  readonly surgeHours: number
  readonly rush: number
  readonly evening: number
  readonly campaigns: readonly Campaign[]
  readonly maintenance: readonly { readonly fromMs: number; readonly untilMs: number }[]
}

/**
 * Creates runs with other shapes than the demo's: five to nine days, a busy start, boosts at noon
 * and in the evening, campaigns at random hours, late surges of random size, maintenance, an
 * extension by a day, holes in the collection, ties, and ranks that nobody holds for a while.
 */
export function wildRuns(seed: number, count: number): TestRun[] {
  let startsAtMs = FIRST_MS
  return Array.from({ length: count }, (_, at) => {
    const random = createSeededRandom(seed, `wild ${at}`)
    const days = random.integer(5, 9)
    const firstEndsAtMs = startsAtMs + days * DAY_MS + 6 * HOUR_MS
    const isExtended = random.integer(1, 10) === 1
    const endsAtMs = firstEndsAtMs + (isExtended ? DAY_MS : 0)
    const weather = weatherOf(random, { startsAtMs, endsAtMs, firstEndsAtMs })
    const size = logNormal(random, 0.35)
    const holes = Array.from({ length: random.integer(0, 3) }, () => {
      const fromMs = startsAtMs + random.integer(1, days * 24 - 12) * HOUR_MS
      return { fromMs, untilMs: fromMs + random.integer(1, 9) * HOUR_MS }
    })
    const unwatched = random.integer(1, 8) === 1 ? random.pick(TEST_RANKS) : undefined
    const series = TEST_RANKS.filter((rank) => rank !== unwatched).map((rank) =>
      seriesOf(rank, { random, weather, size, holes }),
    )
    const run = { startsAtMs, endsAtMs, series, maintenance: weather.maintenance, firstEndsAtMs }
    startsAtMs += (days + 4) * DAY_MS
    return { ...run, extendedAtMs: isExtended ? firstEndsAtMs - 10 * HOUR_MS : endsAtMs }
  })
}

function weatherOf(
  random: SeededRandom,
  times: Pick<Weather, 'startsAtMs' | 'endsAtMs' | 'firstEndsAtMs'>,
): Weather {
  const hours = (times.endsAtMs - times.startsAtMs) / HOUR_MS
  const at = (from: number, until: number) =>
    times.startsAtMs + random.integer(from, until) * HOUR_MS
  const campaigns = Array.from({ length: random.integer(0, 3) }, () => {
    const fromMs = at(12, hours - 12)
    return { fromMs, untilMs: fromMs + 3 * HOUR_MS, factor: random.integer(15, 30) / 10 }
  })
  const maintenanceMs = at(24, hours - 30)
  return {
    ...times,
    trend: random.integer(0, 1) === 0 ? 0 : 2,
    surge: random.integer(13, 35) / 10,
    surgeHours: random.integer(12, 30),
    rush: random.integer(15, 40) / 10,
    evening: random.integer(18, 30) / 10,
    campaigns,
    maintenance:
      random.integer(1, 3) === 1
        ? [{ fromMs: maintenanceMs, untilMs: maintenanceMs + random.integer(3, 9) * HOUR_MS }]
        : [],
  }
}

function rateAt(weather: Weather, ms: number): number {
  const { startsAtMs, endsAtMs, firstEndsAtMs, maintenance, campaigns } = weather
  if (maintenance.some(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs)) return 0
  const hour = Math.floor((ms % DAY_MS) / HOUR_MS)
  const daily =
    hour >= 10 && hour < 14
      ? weather.evening
      : hour === 3
        ? 1.4
        : hour >= 17 && hour < 22
          ? 0.2
          : 0.8
  const start = 1 + 2 * Math.exp(-(ms - startsAtMs) / (8 * HOUR_MS))
  const weekend = [0, 6].includes(new Date(ms).getUTCDay()) ? 1.25 : 1
  const endMs = ms < firstEndsAtMs ? firstEndsAtMs : endsAtMs
  const left = (endMs - ms) / HOUR_MS
  const surge = left <= weather.surgeHours ? weather.surge : 1
  const rush = left <= 2 ? weather.rush : 1
  const campaign =
    campaigns.find(({ fromMs, untilMs }) => ms >= fromMs && ms < untilMs)?.factor ?? 1
  const trend = 1 + (weather.trend * (ms - startsAtMs)) / (firstEndsAtMs - startsAtMs)
  return daily * start * trend * weekend * surge * rush * campaign
}

interface SeriesSource {
  readonly random: SeededRandom
  readonly weather: Weather
  readonly size: number
  readonly holes: readonly { readonly fromMs: number; readonly untilMs: number }[]
}

function seriesOf(rank: number, { random, weather, size, holes }: SeriesSource): RankSeries {
  const perHour = ((12_000 * size) / rank ** 0.5) * logNormal(random, 0.15)
  const heldFromMs = rank > 1_000 ? weather.startsAtMs + random.integer(2, 30) * HOUR_MS : 0
  const points: { atMs: number; points: number | undefined }[] = []
  let sum = 0
  for (let ms = weather.startsAtMs; ms <= weather.endsAtMs; ms += STEP_MS) {
    if (!holes.some(({ fromMs, untilMs }) => ms > fromMs && ms < untilMs)) {
      points.push({ atMs: ms, points: ms < heldFromMs ? undefined : Math.floor(sum) })
    }
    sum += (perHour * rateAt(weather, ms) * logNormal(random, 0.3) * STEP_MS) / HOUR_MS
  }
  return { rank, points }
}

/** Returns a log-normal number with a median of 1, from the sum of uniform ones. */
function logNormal(random: SeededRandom, deviation: number): number {
  let sum = 0
  for (let at = 0; at < 12; at += 1) sum += random.integer(0, 1_000_000) / 1_000_000
  return Math.exp((sum - 6) * deviation)
}
