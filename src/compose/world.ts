import { randomFillSync } from 'node:crypto'
import type { PainterProcess } from '../charts/create-painter.ts'
import type { Clock } from '../domain/clock.ts'
import type { FillRandom } from '../domain/fill-random.ts'
import type { GameTime } from '../domain/game-clock.ts'
import type { Gateway } from '../domain/gateway.ts'
import type { HistoryArchive } from '../domain/history-archive.ts'
import type { HistoryStore } from '../domain/history-store.ts'
import type { Observe } from '../domain/observation.ts'
import type { ProcessSensors } from '../domain/process-sensors.ts'
import { systemClock } from './system-clock.ts'

/** What the outside world is made of; tests put their own in its place. */
export interface World {
  readonly clock: Clock
  readonly fillRandom: FillRandom
  readonly observe: Observe
  /** How game time runs where it is not wall time. */
  readonly gameTime?: GameTime | undefined
  /** Measures something else than this process. */
  readonly openSensors?: () => ProcessSensors
  /** Something else that draws pictures than a process of its own. */
  readonly startPainter?: () => PainterProcess
  /** A gateway in the place of the embedded one. */
  readonly gateway?: Gateway
  /** A history in the place of the one that the settings name. */
  readonly history?: HistoryStore
  /** The files of its days. */
  readonly archive?: Pick<HistoryArchive, 'files' | 'filePiece' | 'close'>
}

/** The machine's clock and randomness. */
export const machine: Pick<World, 'clock' | 'fillRandom'> = {
  clock: systemClock,
  fillRandom: (bytes) => void randomFillSync(bytes),
}
