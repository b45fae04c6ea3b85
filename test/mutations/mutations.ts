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
const INSTANCES = 'src/quotas/valkey/instance-script.ts'
const OPENING = 'src/quotas/valkey/open-valkey-quota-store.ts'
const STORE = 'src/quotas/valkey/valkey-quota-store.ts'
const QUEUE = 'src/quotas/valkey/release-queue.ts'
const BATCH_QUEUE = 'src/quotas/valkey/batch-queue.ts'
const BATCHES = 'src/quotas/valkey/batches.test.ts'
const LOSSES = 'src/quotas/valkey/lost-replies.test.ts'
const CONTRACT = 'src/quotas/valkey/contract.test.ts'
const GENERATION = 'src/quotas/valkey/store-generation.test.ts'
const OUTAGES = 'src/quotas/valkey/outages.test.ts'

/** The faults that limiters in the field have, and some of our own. Each must be found. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'a repeated lease is charged again',
    file: SCRIPTS,
    text: 'if lapses > now or lapses < 0 then mask = 8',
    becomes: 'if lapses < 0 then mask = 8',
    test: LOSSES,
  },
  {
    name: 'an attempt that comes late is charged beside its repetition',
    file: STORE,
    text: 'if (isRepeated) this.#outcomeUnknownLeases.add(leaseId)',
    becomes: '',
    test: LOSSES,
  },
  {
    name: 'an attempt that comes late is charged though its repetition was refused',
    file: SCRIPTS,
    text: "elseif string.sub(repeated, i, i) == '1' then cancel(leasesKey, lease) end",
    becomes: 'end',
    test: LOSSES,
  },
  {
    // The decision is made of a count that was read before, as GET and then INCR do.
    name: 'reading and counting are two steps',
    file: 'src/quotas/valkey/quota-calls.ts',
    text: `return this.#run(this.#scripts.admit, [keys, args], attempt, (answer) =>
      readBatchReply(answer, parts, token),
    )`,
    becomes: `const limited = Promise.all(parts.map(async (part) => {
      if (part.attempts.length === 0) return part
      const { minute, day, leases } = await this.#readState(this.#scripts.read, part.developerId, part.highWaterMarks, { ...attempt })
      const limitOf = (name, used) => (used >= part.limits[name] ? 0 : 1e9)
      const limits = { minute: limitOf('minute', minute.count), day: limitOf('day', day.count), concurrency: limitOf('concurrency', leases) }
      return { ...part, limits }
    }))
    return limited.then((parts) => {
      const args = [generation, String(this.#leaseMs), token, ...parts.flatMap(partArgs)]
      return this.#run(this.#scripts.admit, [keys, args], attempt, (answer) => readBatchReply(answer, parts, token))
    })`,
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
    text: 'this.#options.schedule()',
    becomes: '',
    test: 'src/quotas/valkey/release-queue.test.ts',
  },
  {
    name: 'the attempts of a batch are all decided on the state before it',
    file: SCRIPTS,
    text: 'mc, dc, leases = mc + 1, dc + 1, leases + 1',
    becomes: '',
    test: BATCHES,
  },
  {
    name: 'one developer of a batch whose data are damaged fails all',
    file: SCRIPTS,
    text: 'pcall(execute, KEYS[part * 2 - 1], KEYS[part * 2], at + 2, released, attempts)',
    becomes: 'true, execute(KEYS[part * 2 - 1], KEYS[part * 2], at + 2, released, attempts)',
    test: BATCHES,
  },
  {
    name: 'the attempts of a batch without a reply count as not sent',
    file: BATCH_QUEUE,
    text: 'if (call.outcomeUnknown) attempt.outcomeUnknown = true',
    becomes: '',
    test: 'src/quotas/valkey/batch-queue.test.ts',
  },
  {
    name: 'a batch releases a lease before it acquires it',
    file: BATCH_QUEUE,
    text: 'const isAfter = leaseIds.some((leaseId) => this.#queuedLeases.has(leaseId))',
    becomes: 'const isAfter = false',
    test: BATCHES,
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
    text: 'reply[n + i] = mask',
    becomes: `if mask > 0 and mask < 8 then
      mc, dc = mc + 1, dc + 1
      keep(countsKey, mi, mc, di, dc, keptMi, keptDi)
    end
    reply[n + i] = mask`,
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
    text: "live, minuteNow, dayNow = '(' .. nowText",
    becomes: "live, minuteNow, dayNow = '-inf'",
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
    text: "local isOpen = ARGV[1] == '' or",
    becomes: 'local isOpen = true or',
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
  {
    name: 'an expired instance still has a share',
    file: INSTANCES,
    text: "redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now))",
    becomes: '',
    test: CONTRACT,
  },
  {
    name: 'a renewal is taken for a new instance',
    file: INSTANCES,
    text: 'if not isKnown then',
    becomes: 'do',
    test: CONTRACT,
  },
]
