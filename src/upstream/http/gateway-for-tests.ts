import { after } from 'node:test'
import { systemClock } from '../../platform/time/system-clock.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Gateway, GatewayCall, GatewayReply } from '../../game/gateway.ts'
import type { GatewayObservation } from '../observations.ts'
import type { Region } from '../../game/region.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'
import { normalizeGateway } from '../normalizing-gateway.ts'
import { createHttpGateway } from './http-gateway.ts'

/** The internal key of the tests. It must never appear in an output. */
export const TEST_KEY = 'CANARY-internal-key'

/** A call that every gateway can answer. */
export const CALL: GatewayCall = {
  operation: 'music.ranking',
  region: 'jp',
  arguments: { musicId: '7' },
}

/** A call for an image. */
export const IMAGE_CALL: GatewayCall = {
  operation: 'profile.card',
  region: 'jp',
  arguments: { profileId: '12', page: '1' },
}

/** A remote gateway under test. */
export interface TestGateway {
  readonly gateway: Gateway
  readonly observations: readonly GatewayObservation[]
  /** Reads with a deadline of 8 seconds that is not enforced. */
  readonly read: (call?: GatewayCall, signal?: AbortSignal) => Promise<GatewayReply>
  /** Reads, and returns the error. */
  readonly readError: (call?: GatewayCall, signal?: AbortSignal) => Promise<ServiceError>
}

const openGateways = new Set<Gateway>()
after(() => {
  for (const gateway of openGateways) void gateway.close()
})

/**
 * Creates a remote gateway with one address per given region. It is normalizing after the tests of
 * the file.
 */
export function createTestGateway(
  urls: Partial<Record<Region, string>>,
  { clock = systemClock, connections = 16 }: { clock?: Clock; connections?: number } = {},
): TestGateway {
  const observations: GatewayObservation[] = []
  const addressOf = (region: Region) => {
    const url = urls[region]
    return url === undefined ? undefined : { url, key: TEST_KEY }
  }
  const gateway = createHttpGateway({
    addresses: {
      tw: addressOf('tw'),
      jp: addressOf('jp'),
      en: addressOf('en'),
      kr: addressOf('kr'),
    },
    connections,
    clock,
    observe: (observation) => void observations.push(observation),
  })
  // The normalizing gateway checks images, not the adapter.
  const normalizing = normalizeGateway(gateway, { clock, observe: () => {} })
  openGateways.add(gateway)
  const read = async (call = CALL, signal = new AbortController().signal) =>
    await (call === IMAGE_CALL ? normalizing : gateway).read(call, {
      signal,
      deadlineAtMs: clock.monotonicMs() + 8_000,
      priority: 'keyed',
    })
  return {
    gateway,
    observations,
    read,
    readError: async (call, signal) => {
      try {
        await read(call, signal)
      } catch (error) {
        if (error instanceof ServiceError) return error
        throw error
      }
      throw new Error('The read did not fail.')
    },
  }
}

/** Returns every text of an error and its causes, as clients and the log see them. */
export function errorTexts(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.name} ${error.message} ${error.stack} ${JSON.stringify(error)} ${errorTexts(error.cause)}`
}
