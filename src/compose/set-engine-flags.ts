import { setFlagsFromString } from 'node:v8'

/**
 * Sets the engine's flags of a process that serves. Idempotent.
 *
 * All objects are made in the young generation. Else the engine watches which places of the program make objects that live long, and has those
 * make them in the old generation from then on. While a server starts, nearly all do; and what is old keeps what it points to, all that
 * a request hangs on, until the next full collection (docs/adr/0030).
 *
 * Young objects are collected by the thread that made them, alone: what is left of them is little, and nobody waits for a helper that has to
 * wait for a processor itself (docs/adr/0031).
 */
export function setEngineFlags(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--no-parallel-scavenge')
}
