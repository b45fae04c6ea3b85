import { isUnderWay, type Component, type Incident } from '../../accounts/incident-store.ts'
import type { ServedAccounts } from '../../accounts/store/open-served-accounts.ts'
import { CachedValue } from '../../platform/concurrency/cached-value.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  findMaintenance,
  type PlannedMaintenance,
} from '../../site/maintenance/find-maintenance.ts'
import { DAY_MS, SECOND_MS } from '../../platform/time/time-units.ts'

/** Milliseconds for which incidents are cached. */
const FRESH_MS = 10 * SECOND_MS

/** Milliseconds of which ended incidents are read. */
const PERIOD_MS = 90 * DAY_MS

/** The operator's incidents, as this node knows them. */
export class IncidentFeed {
  readonly #clock: Pick<Clock, 'nowMs'>
  readonly #cached: CachedValue<readonly Incident[]>
  /** The last ones read: maintenance often takes the store down. */
  #known: readonly Incident[] = []

  constructor(
    clock: Pick<Clock, 'nowMs' | 'monotonicMs'>,
    accounts: Pick<ServedAccounts, 'service'>,
  ) {
    this.#clock = clock
    this.#cached = new CachedValue(clock, FRESH_MS, async () => {
      this.#known = await accounts.service().incidents.list(clock.nowMs() - PERIOD_MS)
      return this.#known
    })
  }

  /** Returns the incidents of the last 90 days, newest first; the last known ones on failure. */
  async read(): Promise<readonly Incident[]> {
    return this.#cached.read().catch(() => this.#known)
  }

  /**
   * Returns the planned maintenance that every page announces now, as last read. Reads again in the
   * background.
   */
  announced(): PlannedMaintenance | undefined {
    void this.read()
    const planned = this.#known.flatMap(({ incidentId: id, title, window, endedAtMs }) =>
      window === undefined || endedAtMs !== undefined ? [] : [{ id, title, ...window }],
    )
    return findMaintenance(planned, this.#clock.nowMs())
  }

  /**
   * Returns the seconds until the end of maintenance that is under way and affects one of these
   * components; 0 without. Reads again in the background.
   */
  maintenanceLeftS(affected: readonly Component[]): number {
    void this.read()
    const nowMs = this.#clock.nowMs()
    const ends = this.#known
      .filter((incident) => isUnderWay(incident, nowMs))
      .filter(({ components }) => components.some((component) => affected.includes(component)))
      .map(({ window }) => window?.untilMs ?? nowMs)
    return Math.ceil((Math.max(nowMs, ...ends) - nowMs) / SECOND_MS)
  }
}
