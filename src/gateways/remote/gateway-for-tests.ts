import { after } from 'node:test'
import { systemClock } from '../../compose/system-clock.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Gateway, GatewayCall, GatewayReply } from '../../domain/gateway.ts'
import type { Observation } from '../../domain/observation.ts'
import type { Region } from '../../domain/region.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { closeGateway } from '../close.ts'
import { createRemoteGateway } from './create-remote-gateway.ts'

/** The internal key that tests use. It must never come out. */
export const TEST_KEY = 'CANARY-internal-key'

/** A call that every gateway can be asked. */
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
  readonly observations: readonly Observation[]
  /** Reads with a deadline 8 seconds away that nobody enforces. */
  read(call?: GatewayCall, signal?: AbortSignal): Promise<GatewayReply>
  /** Reads, and gives the refusal. */
  refusal(call?: GatewayCall, signal?: AbortSignal): Promise<ServiceError>
}

const made = new Set<Gateway>()
after(() => {
  for (const gateway of made) void gateway.close()
})

/** Makes a remote gateway with one address for each region named, closed when the tests of the file are over. */
export function makeTestGateway(
  urls: Partial<Record<Region, string>>,
  { clock = systemClock, connections = 16 }: { clock?: Clock; connections?: number } = {},
): TestGateway {
  const observations: Observation[] = []
  const addressOf = (region: Region) => {
    const url = urls[region]
    return url === undefined ? undefined : { url, key: TEST_KEY }
  }
  const gateway = createRemoteGateway({
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
  // Whether an image is whole is seen to where every message is closed, and not by the adapter.
  const closed = closeGateway(gateway, { clock, observe: () => {} })
  made.add(gateway)
  const read = async (call = CALL, signal = new AbortController().signal) =>
    await (call === IMAGE_CALL ? closed : gateway).read(call, {
      signal,
      deadlineAtMs: clock.monotonicMs() + 8_000,
      lane: 'keyed',
    })
  return {
    gateway,
    observations,
    read,
    refusal: async (call, signal) => {
      try {
        await read(call, signal)
      } catch (error) {
        if (error instanceof ServiceError) return error
        throw error
      }
      throw new Error('It was not refused.')
    },
  }
}

/** Everything that a refusal says to anyone, the log included. */
export function textsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.name} ${error.message} ${error.stack} ${JSON.stringify(error)} ${textsOf(error.cause)}`
}
