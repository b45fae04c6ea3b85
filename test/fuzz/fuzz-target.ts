import { join } from 'node:path'
import { openHistory } from '../../src/history/store/open-history.ts'
import { systemClock } from '../../src/platform/time/system-clock.ts'
import { REGIONS, type Region } from '../../src/game/region.ts'
import { SCOPES, type Scope } from '../../src/game/scope.ts'
import { acquireLease, watchBoard } from '../contract/history-under-test.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { SIMULATOR_KEY, startTestSimulator } from '../harness/start-test-simulator.ts'
import type { KeyRing } from './key-ring.ts'

/** A service in this process to be fuzzed. */
export interface FuzzTarget {
  readonly origin: string
  readonly keys: KeyRing
  /** Faults that the service observed. */
  readonly faults: readonly unknown[]
  readonly stop: () => Promise<void>
}

/**
 * Starts the same service in front of a gateway: a simulator without faults, whose calls go over
 * the network.
 */
export async function startRemoteFuzzTarget(folder: string): Promise<FuzzTarget> {
  const simulator = await startTestSimulator({ folder })
  const target = await startFuzzTarget(`${folder}/remote`, {
    BACKLINE_GATEWAY_URL: simulator.origin,
    BACKLINE_GATEWAY_KEY: SIMULATOR_KEY,
  })
  const stop = async () => {
    await target.stop()
    await simulator.close()
  }
  return { ...target, stop }
}

/**
 * Starts a service with short lists, by default the embedded one, and creates every key of a ring.
 */
export async function startFuzzTarget(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<FuzzTarget> {
  const faults: unknown[] = []
  await fillHistory(folder)
  const service = await startTestService({
    folder,
    environment: {
      BACKLINE_BOARD_ROWS: '5',
      BACKLINE_PUBLIC_MINUTE: '900000000',
      ...environment,
    },
    observe: (observation) => {
      if (observation.type === 'fault') faults.push(observation)
    },
  })
  const keyOf = async (request: { scopes?: readonly Scope[]; regions?: readonly Region[] } = {}) =>
    (await service.issueKey(request)).text
  const [byScope, byRegion] = [new Map<string, string>(), new Map<string, string>()]
  for (const scope of SCOPES) {
    byScope.set(scope, await keyOf({ scopes: SCOPES.filter((other) => other !== scope) }))
  }
  for (const region of REGIONS) {
    byRegion.set(region, await keyOf({ regions: REGIONS.filter((other) => other !== region) }))
  }
  const keys: KeyRing = {
    full: await keyOf(),
    withoutScope: (scope) => byScope.get(scope) ?? '',
    withoutRegion: (region) => byRegion.get(region) ?? '',
  }
  return { origin: service.origin, keys, faults, stop: service.stop }
}

/** Adds the events and boards of the public document's examples to the history of every region. */
async function fillHistory(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  const history = await openHistory({ dataDir, databaseUrl: undefined }, systemClock)
  const lease = await acquireLease(history)
  for (const region of REGIONS) {
    const runs = EXAMPLE_STARTS.map((startsAtMs) => ({
      region,
      id: '2004',
      name: undefined,
      startsAtMs,
      endsAtMs: startsAtMs + 86_400_000,
    }))
    await history.putEvents(runs, lease)
    await watchBoard(history, { region, kind: 'music', id: '301' })
    await watchBoard(history, { region, kind: 'challenge', id: '401' })
  }
  await history.releaseLease(lease)
  await history.close()
}

const EXAMPLE_STARTS = [1_792_540_800_000, 1_795_132_800_000]
