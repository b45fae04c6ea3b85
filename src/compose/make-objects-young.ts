import { setFlagsFromString } from 'node:v8'

/**
 * Tells the engine of this process to make all objects in the young generation. Else it watches which places of the program make objects
 * that live long, and has those make them in the old generation from then on. While a server starts, nearly all do; and what is old keeps
 * what it points to, all that a request hangs on, until the next full collection (docs/adr/0030).
 */
export function makeObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
