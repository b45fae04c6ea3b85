/** A fault that is planted, by one replacement in one file, and the test that has to find it out. */
export interface Mutation {
  readonly name: string
  readonly file: string
  /** Stands exactly once in the file. */
  readonly text: string
  readonly becomes: string
  /** A test file that fails with the fault. */
  readonly test: string
}

const SCRIPTS = 'src/stores/valkey/quota-scripts.ts'
const STORE = 'src/stores/valkey/quota-store.ts'
const QUEUE = 'src/stores/valkey/release-queue.ts'
const LOSSES = 'src/stores/valkey/losses.test.ts'
const CONTRACT = 'src/stores/valkey/contract.test.ts'
const OUTAGES = 'src/stores/valkey/outages.test.ts'

/** The faults that limiters in the field have, and some of our own. Each must be found out. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'a repeated lease is charged again',
    file: SCRIPTS,
    text: 'if lapses > now or lapses < 0 then mask = 0',
    becomes: 'if lapses < 0 then mask = 0',
    test: LOSSES,
  },
  {
    name: 'an attempt that comes late is charged beside its repetition',
    file: STORE,
    text: 'if (inDoubt) doubted.add(leaseId)',
    becomes: '',
    test: LOSSES,
  },
  {
    name: 'an attempt that comes late is charged though its repetition was refused',
    file: STORE,
    text: 'else if (inDoubt) releases.add(developerId, leaseId, { inDoubt })',
    becomes: '',
    test: LOSSES,
  },
  {
    // The decision is made of a count that was read before, as GET and then INCR do.
    name: 'reading and counting are two steps',
    file: 'src/stores/valkey/quota-calls.ts',
    text: 'const answer = await run(scripts.admit, keysOf(developerId), words.map(String), attempt)',
    becomes: `const before = numbersOf(await run(scripts.read, keysOf(developerId), wordsOf(floors), attempt))
      const used = [before[2] ?? 0, before[4] ?? 0, before[5] ?? 0]
      const full = QUOTA_NAMES.map((name, bit) => ((used[bit] ?? 0) >= limits[name] ? 1 << bit : 0))
      const mask_ = full.reduce((all, one) => all | one, 0)
      if (mask_ > 0) return { ...countedOf(before), violated: QUOTA_NAMES.filter((_, bit) => (mask_ & (1 << bit)) !== 0) }
      words.splice(-3, 3, 1e9, 1e9, 1e9)
      const answer = await run(scripts.admit, keysOf(developerId), words.map(String), attempt)`,
    test: CONTRACT,
  },
  {
    name: "a node's clock decides",
    file: STORE,
    text: 'const calls = createQuotaCalls(router, scripts, leaseMs)',
    becomes: `const { quotaScripts } = await import('./quota-scripts.ts')
  const calls = createQuotaCalls(router, quotaScripts(String(clock.nowMs())), leaseMs)`,
    test: 'src/stores/valkey/many-nodes.test.ts',
  },
  {
    name: 'places are given back only when the node closes',
    file: QUEUE,
    text: 'setImmediate(sendAll)',
    becomes: 'void sendAll',
    test: 'src/stores/valkey/release-queue.test.ts',
  },
  {
    name: 'no floor',
    file: STORE,
    text: 'const { minute, day } = seen.floorsOf(developerId)',
    becomes:
      'const { minute, day } = { minute: { index: 0, count: 0 }, day: { index: 0, count: 0 } }',
    test: LOSSES,
  },
  {
    name: 'a refusal is charged',
    file: SCRIPTS,
    text: 'elseif raised == 1 then keep() end',
    becomes: 'else mc, dc = mc + 1, dc + 1 keep() end',
    test: CONTRACT,
  },
  {
    name: 'the clock may open a window again',
    file: SCRIPTS,
    text: 'if stored >= current and stored - current <= kept then',
    becomes: 'if stored == current then',
    test: LOSSES,
  },
  {
    name: 'leases do not lapse',
    file: SCRIPTS,
    text: "'(' .. string.format('%d', now), '+inf'",
    becomes: "'-inf', '+inf'",
    test: 'src/stores/valkey/many-nodes.test.ts',
  },
  {
    name: 'what is in doubt is never given back',
    file: STORE,
    text: 'releases.add(developerId, leaseId, { inDoubt: true })',
    becomes: '',
    test: OUTAGES,
  },
  {
    name: 'a store that is away admits',
    file: STORE,
    text: `        observe({ type: 'quota.outcome_unknown' })`,
    becomes: `        return { violated: [], state: { limits, used: limits, minuteEndsInMs: 1, dayEndsInMs: 1 } }`,
    test: OUTAGES,
  },
  {
    name: 'a connection that gives no answer is kept',
    file: 'src/stores/valkey/connection.ts',
    text: 'if (leftMs <= 0) drop()',
    becomes: 'if (leftMs <= 0) return',
    test: OUTAGES,
  },
  {
    name: 'refusals of an over-quota developer all go to the store',
    file: 'src/stores/valkey/seen-counts.ts',
    text: "if (last === undefined) return 'unknown'",
    becomes: "return 'unknown' as never; if (last === undefined) return 'unknown'",
    test: LOSSES,
  },
]
