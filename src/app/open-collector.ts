import type { Config } from './config/read-config.ts'
import { readEventsFile, readWatchesFile } from '../history/collector/watches/watch-files.ts'
import type { GameEvent } from '../game/game-event.ts'
import { speedOf, startWallTimes } from '../game/game-clock.ts'
import type { CoalescingGateway } from '../game/gateway.ts'
import type { HistoryStore } from '../history/history-store.ts'
import { readEventRuns } from '../dataset/events/event-runs.ts'
import { createCollector, type Collector } from '../history/collector/collector.ts'
import { addMasterData } from '../history/master-data/add-master-data.ts'
import {
  openPredictionWorker,
  type PredictionWorker,
} from '../history/predictions/prediction-worker.ts'
import { createPredictor } from '../history/predictions/predictor.ts'
import { dataPaths } from '../platform/files/data-paths.ts'
import { readWhenChanged } from '../history/collector/watches/read-when-changed.ts'
import type { AppPlatform } from './app-platform.ts'

/** Milliseconds of game time after the end of an event in which it is still polled. */
const AFTER_END_MS = 600_000

/** Milliseconds for which a process may collect before it must renew its lease. */
const LEASE_MS = 15_000

/** Options of {@link openCollector}. */
export interface OpenCollectorOptions {
  readonly history: HistoryStore
  readonly gateway: CoalescingGateway
}

const OFF: Collector = {
  state: () => ({ collects: false, watches: [] }),
  close: async () => {},
}

/**
 * Starts the collector as configured, once this process has the collector lease. Rejects with a
 * `ConfigError` if a configured file is invalid.
 */
export async function openCollector(
  config: Config,
  platform: AppPlatform,
  { history, gateway }: OpenCollectorOptions,
): Promise<Collector> {
  const { collect } = config
  if (!collect.isOn) return OFF
  const { clock, observe, fillRandom, gameTime } = platform
  const speed = speedOf(gameTime)
  const readWatches = readWhenChanged('BACKLINE_WATCHES_FILE', collect.watchesFile, readWatchesFile)
  const readFileEvents = readWhenChanged('BACKLINE_EVENTS_FILE', collect.eventsFile, readEventsFile)
  const dataset = openDatasetCalendar(config, platform)
  await readWatches()
  await readFileEvents()
  const predictor = openPredictor(config, platform, history)
  const collector = createCollector({
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
    readEvents: async () => addMasterData(history, dataset.readEvents(), await readFileEvents()),
    toWallMs: dataset.toWallMs,
    readWatches,
    predictor,
    retention: config.retention,
  })
  const close = async () => {
    await collector.close()
    await predictor?.close()
  }
  return { ...collector, close }
}

/** Opens the predictor as configured: on this thread if the store was given, as in tests. */
function openPredictor(
  config: Config,
  { clock, history: given }: AppPlatform,
  history: HistoryStore,
): PredictionWorker | undefined {
  if (!config.collect.predicts) return undefined
  if (given !== undefined) return { ...createPredictor(history), close: async () => {} }
  return openPredictionWorker(config, clock)
}

/** The calendar of the embedded dataset, in wall time. */
interface DatasetCalendar {
  /** Returns its events; none if an upstream gateway supplies the data. */
  readonly readEvents: () => readonly GameEvent[]
  /** Converts times in its messages; those of an upstream gateway are wall time. */
  readonly toWallMs: (gameMs: number) => number
}

function openDatasetCalendar(
  { dataDir, gateways }: Config,
  { clock, gameTime, gateway }: AppPlatform,
): DatasetCalendar {
  if (gateways !== undefined || gateway !== undefined) {
    return { readEvents: () => [], toWallMs: (gameMs) => gameMs }
  }
  const file = dataPaths(dataDir).dataset
  const wallTimes = startWallTimes(clock, gameTime)
  const readEvents = () =>
    readEventRuns(file, wallTimes.gameNowMs()).map((run) => ({
      ...run,
      startsAtMs: wallTimes.at(run.startsAtMs),
      endsAtMs: wallTimes.at(run.endsAtMs),
    }))
  return { readEvents, toWallMs: (gameMs) => wallTimes.at(gameMs) }
}

function randomName(fillRandom: AppPlatform['fillRandom']): string {
  const bytes = new Uint8Array(12)
  fillRandom(bytes)
  return Buffer.from(bytes).toString('hex')
}
