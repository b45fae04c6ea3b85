import { setFlagsFromString } from 'node:v8'

/**
 * Sets the V8 flags of a serving process. Idempotent.
 *
 * All objects are allocated in the young generation. By default V8 tracks which allocation sites
 * create long-lived objects and allocates those in the old generation. During startup nearly all
 * are long-lived; later, old objects retain everything that a request references until the next
 * full collection (docs/adr/0030).
 *
 * The allocating thread alone collects young objects: few survive, and it never waits for a helper
 * thread that itself waits for a processor (docs/adr/0031).
 */
export function setEngineFlags(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--no-parallel-scavenge')
}
