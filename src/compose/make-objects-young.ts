import { setFlagsFromString } from 'node:v8'

/**
 * Tells the engine of this process to make all objects in the young generation. Else it watches which places of the program make objects
 * that live long, and has those make them in the old generation from then on. While a server starts, nearly all do. In one of some ten
 * processes that left a place of each request in the old generation, and what a request hangs on with it, until the next full
 * collection: half as much CPU time again for a cached answer, and a p99 of 15 ms in the place of 4, for as long as the process lived.
 */
export function makeObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
