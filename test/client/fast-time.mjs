import timers from 'node:timers/promises'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded into a program: its monotonic clock and its timers are as many times faster than the
// machine's as the query of this address says.
const times = Number(new URL(import.meta.url).search.slice(1))
const { setTimeout: originalTimeout, performance } = globalThis
const originalNow = performance.now.bind(performance)
const originalWait = timers.setTimeout
performance.now = () => originalNow() * times
globalThis.setTimeout = (callback, delayMs = 0, ...more) =>
  originalTimeout(callback, delayMs / times, ...more)
timers.setTimeout = (delayMs, ...more) => originalWait(delayMs / times, ...more)
syncBuiltinESMExports()
