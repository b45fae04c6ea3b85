import { setTimeout } from 'node:timers/promises'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import { sendLoad } from '../load.ts'
import { spreadOf, type Spread } from '../report.ts'
import type { Child } from '../harness/start-child.ts'
import { nextId, SMALL } from './calls.ts'
import { hangRegion, HUNG_CALLS } from './hang-region.ts'

/** Deadline of a hanging call in milliseconds: short, so that many expire during a measurement. */
export const HANG_DEADLINE_MS = 1_000

const ROUNDS = 8
const REQUESTS = 6_000
const CONNECTIONS = 16
const OTHER_REGIONS = ['tw', 'jp', 'en'] as const

/** Event-loop delay of the service, and latency and rate of the clients of the other regions. */
export interface HangMeasurement {
  readonly loopP99Ms: Spread
  readonly loopMaxMs: Spread
  readonly p50Ms: Spread
  readonly p99Ms: Spread
  readonly requestsPerS: Spread
}

/** The measurements without and with a hanging region. */
export interface HangComparison {
  readonly healthy: HangMeasurement
  readonly hung: HangMeasurement
  /** Calls that reached their deadline, in all rounds. */
  readonly timeouts: number
}

/**
 * Sends load to the other regions, alternately without and with a hanging region. Throws when too
 * few calls hung.
 */
export async function measureHang(
  service: Child,
  headers: Readonly<Record<string, string>>,
): Promise<HangComparison> {
  const target = {
    url: service.origin,
    headers,
    nextPath: () => {
      const id = nextId()
      return `${KEYED_PREFIX}${OTHER_REGIONS[id % OTHER_REGIONS.length]}/${SMALL.path(id)}`
    },
  }
  const measure = async () => {
    await service.query('loopDelay')
    const result = await sendLoad(target, REQUESTS, { connections: CONNECTIONS })
    return { ...result, loop: await service.query('loopDelay') }
  }
  await sendLoad(target, REQUESTS, { connections: CONNECTIONS })
  const healthy: Awaited<ReturnType<typeof measure>>[] = []
  const hung: typeof healthy = []
  let timeouts = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    healthy.push(await measure())
    const region = hangRegion(service.origin, headers)
    await setTimeout(HANG_DEADLINE_MS / 2)
    hung.push(await measure())
    timeouts += await region.releaseHung()
  }
  if (timeouts < ROUNDS * HUNG_CALLS) throw new Error(`Only ${timeouts} calls hung.`)
  return { healthy: summarize(healthy), hung: summarize(hung), timeouts }
}

function summarize(
  rounds: readonly {
    readonly p50Ms: number
    readonly p99Ms: number
    readonly requestsPerS: number
    readonly loop: { readonly p99Ms: number; readonly maxMs: number }
  }[],
): HangMeasurement {
  return {
    loopP99Ms: spreadOf(rounds.map(({ loop }) => loop.p99Ms)),
    loopMaxMs: spreadOf(rounds.map(({ loop }) => loop.maxMs)),
    p50Ms: spreadOf(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: spreadOf(rounds.map(({ p99Ms }) => p99Ms)),
    requestsPerS: spreadOf(rounds.map(({ requestsPerS }) => requestsPerS)),
  }
}
