import { setTimeout } from 'node:timers/promises'
import { OPEN_PREFIX } from '../../src/contract/open-prefix.ts'
import { sendLoad } from '../load.ts'
import { spreadOf, type Spread } from '../report.ts'
import type { Child } from '../turns/start-child.ts'
import { nextId, SMALL } from './calls.ts'
import { hangRegion, HUNG_CALLS } from './hang-region.ts'

/** Milliseconds after which a call that hangs ends: short, so that many end while it is measured. */
export const HANG_DEADLINE_MS = 1_000

const ROUNDS = 8
const REQUESTS = 6_000
const CONNECTIONS = 16
const OTHER_REGIONS = ['tw', 'jp', 'en'] as const

/** The serving process, and the clients of the other regions, with all regions well and with one that hangs. */
export interface HangMeasurement {
  readonly loopP99Ms: Spread
  readonly loopMaxMs: Spread
  readonly p50Ms: Spread
  readonly p99Ms: Spread
  readonly requestsPerS: Spread
}

/** What a region that hangs does to the others. */
export interface HangComparison {
  readonly well: HangMeasurement
  readonly hung: HangMeasurement
  /** Calls that ended at their deadline, in all rounds. */
  readonly timeouts: number
}

/** Asks the other regions by turns while all are well and while one hangs. Throws when it did not hang. */
export async function measureHang(
  service: Child,
  headers: Readonly<Record<string, string>>,
): Promise<HangComparison> {
  const target = {
    url: service.origin,
    headers,
    nextPath: () => {
      const id = nextId()
      return `${OPEN_PREFIX}${OTHER_REGIONS[id % OTHER_REGIONS.length]}/${SMALL.path(id)}`
    },
  }
  const measure = async () => {
    await service.ask('loopDelay')
    const result = await sendLoad(target, REQUESTS, { connections: CONNECTIONS })
    return { ...result, loop: await service.ask('loopDelay') }
  }
  await sendLoad(target, REQUESTS, { connections: CONNECTIONS })
  const well: Awaited<ReturnType<typeof measure>>[] = []
  const hung: typeof well = []
  let timeouts = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    well.push(await measure())
    const region = hangRegion(service.origin, headers)
    await setTimeout(HANG_DEADLINE_MS / 2)
    hung.push(await measure())
    timeouts += await region.letGo()
  }
  if (timeouts < ROUNDS * HUNG_CALLS) throw new Error(`Only ${timeouts} calls hung.`)
  return { well: summarize(well), hung: summarize(hung), timeouts }
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
