/**
 * A fault that is planted, by one replacement in one file, and the test that has to find it out.
 */
export interface Mutation {
  readonly name: string
  readonly file: string
  /** Stands exactly once in the file. */
  readonly text: string
  readonly becomes: string
  /** A test file that fails with the fault. */
  readonly test: string
}

const SCRIPTS = 'src/quotas/valkey/quota-scripts.ts'
const OPENING = 'src/quotas/valkey/open-valkey-quota-store.ts'
const STORE = 'src/quotas/valkey/valkey-quota-store.ts'
const QUEUE = 'src/quotas/valkey/release-queue.ts'
const LOSSES = 'src/quotas/valkey/lost-replies.test.ts'
const CONTRACT = 'src/quotas/valkey/contract.test.ts'
const GENERATION = 'src/quotas/valkey/store-generation.test.ts'
const OUTAGES = 'src/quotas/valkey/outages.test.ts'

/** The faults that limiters in the field have, and some of our own. Each must be found. */
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
    text: 'if (outcomeUnknown) this.#outcomeUnknownLeases.add(leaseId)',
    becomes: '',
    test: LOSSES,
  },
  {
    name: 'an attempt that comes late is charged though its repetition was refused',
    file: SCRIPTS,
    text: "if ARGV[12] == '1' then cancel(KEYS[2], lease) end",
    becomes: '',
    test: LOSSES,
  },
  {
    // The decision is made of a count that was read before, as GET and then INCR do.
    name: 'reading and counting are two steps',
    file: 'src/quotas/valkey/quota-calls.ts',
    text: 'const answer = await this.#run(this.#scripts.admit, keys, args.map(String), options)',
    becomes: `const before = numbersOf(await this.#readState(this.#scripts.read, developerId, highWaterMarks, attempt))
      const used = [before[2] ?? 0, before[4] ?? 0, before[5] ?? 0]
      const full = QUOTA_NAMES.map((name, bit) => ((used[bit] ?? 0) >= limits[name] ? 1 << bit : 0))
      const mask_ = full.reduce((all, one) => all | one, 0)
      if (mask_ > 0) return { ...countedOf(before), violated: QUOTA_NAMES.filter((_, bit) => (mask_ & (1 << bit)) !== 0) }
      args.splice(-5, 3, 1e9, 1e9, 1e9)
      const answer = await this.#run(this.#scripts.admit, keys, args.map(String), options)`,
    test: CONTRACT,
  },
  {
    name: "a node's clock decides",
    file: OPENING,
    text: 'const calls = createQuotaCalls(router, scripts, leaseMs)',
    becomes: `const { quotaScripts } = await import('./quota-scripts.ts')
  const calls = createQuotaCalls(router, quotaScripts(String(clock.nowMs())), leaseMs)`,
    test: 'src/quotas/valkey/many-nodes.test.ts',
  },
  {
    name: 'leases are released only when the node closes',
    file: QUEUE,
    text: 'setImmediate(() => this.#sendAll())',
    becomes: '',
    test: 'src/quotas/valkey/release-queue.test.ts',
  },
  {
    name: 'no high-water marks',
    file: STORE,
    text: 'const { minute, day } = this.#options.snapshots.highWaterMarksOf(developerId)',
    becomes:
      'const { minute, day } = { minute: { index: 0, count: 0 }, day: { index: 0, count: 0 } }',
    test: LOSSES,
  },
  {
    name: 'a refusal is charged',
    file: SCRIPTS,
    text: 'if raised == 1 then keep() end\n  if ARGV[12]',
    becomes: 'mc, dc = mc + 1, dc + 1 keep()\n  if ARGV[12]',
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
    name: 'leases do not expire',
    file: SCRIPTS,
    text: "'(' .. string.format('%d', now), '+inf'",
    becomes: "'-inf', '+inf'",
    test: 'src/quotas/valkey/many-nodes.test.ts',
  },
  {
    name: 'a lease with an unknown outcome is never released',
    file: STORE,
    text: 'this.#releases.add(developerId, leaseId, { outcomeUnknown: true })',
    becomes: '',
    test: OUTAGES,
  },
  {
    name: 'an unavailable store admits',
    file: STORE,
    text: `this.#options.observe({ type: 'quota.outcome_unknown' })`,
    becomes: `        return { violated: [], state: { limits, used: limits, minuteEndsInMs: 1, dayEndsInMs: 1 } }`,
    test: OUTAGES,
  },
  {
    name: 'a connection that gives no answer is kept',
    file: 'src/platform/valkey/valkey-connection.ts',
    text: 'if (leftMs <= 0) this.drop()',
    becomes: 'if (leftMs <= 0) return',
    test: OUTAGES,
  },
  {
    name: 'an answer to another request is believed',
    file: 'src/platform/valkey/reconnecting-client.ts',
    text: 'if (!isAnswer(reply)) {',
    becomes: 'if (!isAnswer(reply) && Number.isNaN(attempt.untilMs)) {',
    test: 'src/quotas/valkey/faulty-replies.test.ts',
  },
  {
    name: 'a node admits in a generation of the store that it has not pushed its counts into',
    file: SCRIPTS,
    text: "if ARGV[11] ~= '' and",
    becomes: "if ARGV[11] == 'none' and",
    test: GENERATION,
  },
  {
    name: 'a generation of the store opens before all live nodes have pushed',
    file: 'src/quotas/valkey/store-generation.ts',
    text: 'pushed >= nodes)',
    becomes: 'pushed >= 1)',
    test: GENERATION,
  },
  {
    name: 'a replica that was promoted is taken for the server that it follows',
    file: 'src/quotas/valkey/store-generation.ts',
    text: "string.match(info, 'run_id:(%w+)') or ''",
    becomes: "''",
    test: GENERATION,
  },
  {
    name: 'refusals of an over-quota developer all go to the store',
    file: 'src/quotas/valkey/quota-snapshots.ts',
    text: "if (entry === undefined) return 'unknown'",
    becomes: "return 'unknown' as never; if (entry === undefined) return 'unknown'",
    test: LOSSES,
  },
]
