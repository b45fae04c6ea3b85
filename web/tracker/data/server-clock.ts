/** Differences up to this many ms are network latency and the rounding of `Date`. */
const TOLERANCE_MS = 2_000

/** The clocks of a device, in milliseconds. */
export interface DeviceClocks {
  /** Unix time; wrong on some devices, and it jumps when it is set. */
  readonly nowMs: () => number
  /** Time since a moment; never set. */
  readonly monotonicMs: () => number
}

/** For how long the best `Date` counts, so that a clock that is slower or was set is followed. */
const VALID_MS = 120_000

/**
 * Estimates the time of the server from the `Date` of its responses, since client clocks can be
 * wrong. A response from the browser's cache has an old `Date` and no `Age`, so each `Date` is only
 * a time that the server has reached: the latest one of two minutes counts.
 */
export class ServerClock {
  readonly #device: DeviceClocks
  /** The best difference, and when it was noted in monotonic time. */
  #best: { readonly aheadMs: number; readonly atMs: number } | undefined
  #settingMs = 0

  constructor(device: DeviceClocks) {
    this.#device = device
  }

  /** Returns the present time of the server in Unix ms; that of the device until it is known. */
  nowMs(): number {
    return this.#device.nowMs() + this.aheadMs()
  }

  /** Returns by how many ms the server is ahead of this device; 0 within two seconds. */
  aheadMs(): number {
    const aheadMs = this.#best?.aheadMs ?? 0
    return Math.abs(aheadMs) < TOLERANCE_MS ? 0 : aheadMs
  }

  /** Notes a time that the server has reached, in Unix ms; ignores `NaN`. */
  note(serverMs: number): void {
    const { nowMs, monotonicMs } = this.#device
    const [deviceMs, atMs] = [nowMs(), monotonicMs()]
    const aheadMs = serverMs - deviceMs
    if (!Number.isFinite(aheadMs)) return
    // The device was set or has slept: what was known of its clock no longer holds.
    const wasSet = Math.abs(deviceMs - atMs - this.#settingMs) >= TOLERANCE_MS
    this.#settingMs = deviceMs - atMs
    const best = wasSet ? undefined : this.#best
    if (best === undefined || atMs - best.atMs > VALID_MS || aheadMs >= best.aheadMs) {
      this.#best = { aheadMs, atMs }
    }
  }

  /** Discards the estimate: the next time noted counts. */
  reset(): void {
    this.#best = undefined
  }
}
