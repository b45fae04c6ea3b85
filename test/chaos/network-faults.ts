import { createSeededRandom, type SeededRandom } from '../../src/platform/text/seeded-random.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import type { TcpProxy } from '../harness/tcp-proxy.ts'

/** A network fault: starts on one proxy and returns the function that ends it. */
export type NetworkFault = (proxy: TcpProxy, random: SeededRandom) => () => void

const nothing = () => {}

/** Faults of a network or an intermediate proxy, by kind. */
export const NETWORK_FAULTS: Readonly<Record<string, NetworkFault>> = {
  cut: (proxy) => {
    proxy.cut()
    return nothing
  },
  'cut instead of a reply': (proxy, random) => {
    proxy.set({ cutReplies: random.integer(1, 3) })
    return () => proxy.set({ cutReplies: 0 })
  },
  refuse: (proxy) => {
    proxy.set({ refusing: true })
    return () => proxy.set({ refusing: false })
  },
  'drop replies': (proxy, random) => {
    proxy.set({ loseReplies: random.integer(1, 3) })
    return () => proxy.set({ loseReplies: 0 })
  },
  'drop some bytes': (proxy, random) => {
    proxy.set({ loseReplyBytes: random.integer(1, 40) })
    return () => proxy.set({ loseReplyBytes: 0 })
  },
  delay: (proxy, random) => {
    proxy.set({ delayMs: random.integer(20, 200) })
    return () => proxy.set({ delayMs: 0 })
  },
  'deliver late': (proxy, random) => {
    proxy.set({ lateNextMs: random.integer(50, 400) })
    return () => proxy.set({ lateNextMs: 0 })
  },
  'duplicate replies': (proxy, random) => {
    proxy.set({ doubleReplies: random.integer(1, 3), delayMs: 2 })
    return () => proxy.set({ doubleReplies: 0, delayMs: 0 })
  },
  'duplicate requests': (proxy, random) => {
    proxy.set({ doubleRequests: random.integer(1, 3) })
    return () => proxy.set({ doubleRequests: 0 })
  },
  'half-close': (proxy) => {
    proxy.halfClose()
    return nothing
  },
  'black hole': (proxy) => {
    proxy.set({ blackHole: true })
    return () => proxy.set({ blackHole: false })
  },
}

/**
 * Seeds of each kind: one in `npm run test:full`; in `npm run test:long` enough for about one hour of chaos
 * tests.
 */
export const SEEDS: readonly number[] = Array.from(
  { length: isLongRun ? 100 : 1 },
  (_, at) => 23 + at,
)

/** Duration of the faults of one seed, in milliseconds. */
export const CHAOS_MS = 1_000

/** Creates the random source of one kind and seed. */
export function randomOf(kind: string, seed: number): SeededRandom {
  return createSeededRandom(seed, `chaos ${kind}`)
}
