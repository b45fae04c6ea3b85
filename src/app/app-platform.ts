import type { Config } from './config/read-config.ts'
import type { GameTime } from '../game/game-clock.ts'
import type { Gateway } from '../game/gateway.ts'
import type { HistoryArchive } from '../history/history-archive.ts'
import type { HistoryStore } from '../history/history-store.ts'
import type { Observation } from './telemetry/observations.ts'
import type { Platform } from '../platform/platform.ts'
import type { WorkerHandle } from '../platform/workers/worker-protocol.ts'
import type { ProcessSensors } from '../platform/telemetry/process-sensors.ts'

/** The platform of a serving process, with the replacements that tests inject. */
export interface AppPlatform extends Platform<Observation> {
  /** The game clock; `undefined` is wall time. */
  readonly gameTime?: GameTime | undefined
  /** Replaces the measurements of this process. */
  readonly openSensors?: () => ProcessSensors
  /** Replaces the process that draws charts. */
  readonly startChartRenderer?: () => WorkerHandle
  /** Replaces the embedded gateway. */
  readonly gateway?: Gateway
  /** Replaces the history store that the configuration names. */
  readonly history?: HistoryStore
  /** The export files of {@link AppPlatform.history}. */
  readonly archive?: Pick<HistoryArchive, 'files' | 'filePiece' | 'close'>
}

/** What the steps of opening a service share. */
export interface OpeningContext {
  readonly config: Config
  readonly platform: AppPlatform
  /** Each step defers the closing of what it opens to this stack. */
  readonly opened: AsyncDisposableStack
}
