import type { Config } from '../config.ts'
import { readEventsFile, readWatchesFile } from '../config/collect-files.ts'
import type { GameEvent } from '../domain/game-event.ts'
import { speedOf, startWallTimes } from '../domain/game-clock.ts'
import type { SharedGateway } from '../domain/gateway.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import { readEventRuns } from '../gateways/embedded/event-runs.ts'
import { createCollector, type Collector } from '../snapshots/collect/create-collector.ts'
import { dataPaths } from './data-paths.ts'
import { readWhenChanged } from './read-when-changed.ts'
import type { World } from './world.ts'

/** Milliseconds of game time for which an event is still read behind its end. */
const AFTER_END_MS = 600_000

/** Milliseconds for which a process may collect without asking the store again. */
const LEASE_MS = 15_000

/** What the collector stands on. */
export interface CollectorParts {
  readonly history: HistoryStore
  readonly gateway: SharedGateway
}

const OFF: Collector = {
  state: () => ({ collects: false, watches: [] }),
  close: async () => {},
}

/**
 * Begins to collect, as the settings say, as soon as no other process does. Rejects with a `ConfigError` when a file that the settings
 * name is wrong.
 */
export async function openCollector(
  config: Config,
  world: World,
  { history, gateway }: CollectorParts,
): Promise<Collector> {
  const { collect } = config
  if (!collect.isOn) return OFF
  const { clock, observe, fillRandom, gameTime } = world
  const speed = speedOf(gameTime)
  const readWatches = readWhenChanged('BACKLINE_WATCHES_FILE', collect.watchesFile, readWatchesFile)
  const readFileEvents = readWhenChanged('BACKLINE_EVENTS_FILE', collect.eventsFile, readEventsFile)
  const readDatasetEvents = datasetEvents(config, world)
  await readWatches()
  await readFileEvents()
  return createCollector({
    store: history,
    gateway,
    clock,
    observe,
    holder: randomName(fillRandom),
    leaseMs: LEASE_MS,
    speed,
    inFlightMax: collect.inFlightMax,
    announced: {
      ranks: collect.ranks,
      cadenceMs: collect.cadenceMs,
      afterEndMs: AFTER_END_MS / speed,
    },
    readEvents: async () => [...readDatasetEvents(), ...(await readFileEvents())],
    readWatches,
    retention: config.retention,
  })
}

/** The events of the embedded dataset in wall time; none where a gateway gives the data. */
function datasetEvents(
  { dataDir, gateways }: Config,
  { clock, gameTime, gateway }: World,
): () => readonly GameEvent[] {
  if (gateways !== undefined || gateway !== undefined) return () => []
  const file = dataPaths(dataDir).dataset
  const wallTimes = startWallTimes(clock, gameTime)
  return () =>
    readEventRuns(file, wallTimes.gameNowMs()).map((run) => ({
      ...run,
      startsAtMs: wallTimes.at(run.startsAtMs),
      endsAtMs: wallTimes.at(run.endsAtMs),
    }))
}

function randomName(fillRandom: World['fillRandom']): string {
  const bytes = new Uint8Array(12)
  fillRandom(bytes)
  return Buffer.from(bytes).toString('hex')
}
