import { randomFillSync } from 'node:crypto'
import type { Clock } from './time/clock.ts'
import { systemClock } from './time/system-clock.ts'
import type { FillRandom } from './text/fill-random.ts'
import type { Observe, Observed } from './telemetry/define-observations.ts'
import type { PlatformObservation } from './telemetry/platform-observations.ts'

/** The resources that a process takes from its machine. Tests inject their own. */
export interface Platform<Observation extends Observed = PlatformObservation> {
  readonly clock: Clock
  readonly fillRandom: FillRandom
  readonly observe: Observe<Observation>
}

/** The machine's clock and its cryptographic randomness. */
export const systemPlatform: Pick<Platform, 'clock' | 'fillRandom'> = {
  clock: systemClock,
  fillRandom: (bytes) => void randomFillSync(bytes),
}
