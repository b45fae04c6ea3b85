import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  QUOTA_NAMES,
  type QuotaLimits,
  type QuotaState,
  type QuotaStore,
} from '../../src/quotas/quota.ts'
import type { InstancePlace } from '../../src/quotas/instance-shares.ts'
import { DAY_MS, MINUTE_MS } from '../../src/platform/time/time-units.ts'

/** A quota store under test, on a clock that the suite moves. */
export interface QuotaStoreUnderTest {
  readonly store: QuotaStore
  /** Unix milliseconds on the store's own clock. */
  readonly nowMs: () => number
  /** Sets the store's clock forward or back. */
  readonly setNow: (nowMs: number) => void
}

const WIDE = 1_000_000
const NOON = Date.parse('2026-03-01T12:00:10.000Z')

/**
 * Contract of every quota store. Each test uses its own developers, so tests can share a store.
 * `open` is called once per test.
 */
export function quotaStoreContract(name: string, open: () => Promise<QuotaStoreUnderTest>): void {
  const holds = (promise: string, check: (test: QuotaStoreUnderTest) => Promise<void>) => {
    it(promise, async () => {
      const test = await open()
      test.setNow(NOON)
      try {
        await check(test)
      } finally {
        await test.store.close()
      }
    })
  }

  describe(`the ${name} quota store`, () => {
    for (const limit of QUOTA_NAMES) {
      holds(`admits exactly the ${limit} limit of many attempts at once`, async ({ store }) => {
        for (const size of [1, 7, 100]) {
          const limits = { ...wide(), [limit]: size }
          const developer = newDeveloper()
          const decisions = await Promise.all(
            Array.from({ length: size * 3 }, async (_, index) =>
              store.take(developer, limits, `lease ${index}`),
            ),
          )
          const refused = decisions.filter(({ violated }) => violated.length > 0)
          assert.equal(decisions.length - refused.length, size)
          assert.ok(refused.every(({ violated }) => violated.join() === limit))
        }
      })
    }

    holds('counts each developer separately', async ({ store }) => {
      const limits = { ...wide(), minute: 1 }
      for (const developer of [newDeveloper(), newDeveloper()]) {
        assert.deepEqual((await store.take(developer, limits, 'a')).violated, [])
        assert.deepEqual((await store.take(developer, limits, 'b')).violated, ['minute'])
      }
    })

    holds('lists every exceeded limit, in order', async ({ store }) => {
      const developer = newDeveloper()
      const limits = { minute: 1, day: 1, concurrency: 1 }
      await store.take(developer, limits, 'a')
      const { violated } = await store.take(developer, limits, 'b')
      assert.deepEqual(violated, ['minute', 'day', 'concurrency'])
    })

    holds('changes no counter on a rejection', async ({ store }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(limitsArbitrary(), { minLength: 1, maxLength: 20 }),
          async (attempts) => {
            const developer = newDeveloper()
            for (const [index, limits] of attempts.entries()) {
              const before = await store.read(developer, limits)
              const decision = await store.take(developer, limits, `lease ${index}`)
              const after = await store.read(developer, limits)
              const charge = decision.violated.length === 0 ? 1 : 0
              assert.deepEqual(after.used, plus(before.used, charge))
              assert.deepEqual(decision.state.used, after.used)
            }
          },
        ),
        { numRuns: 50 },
      )
    })

    holds(
      'decides like a reference model for any sequence of takes, releases and waits',
      async (test) => {
        await fc.assert(
          fc.asyncProperty(fc.array(stepArbitrary(), { maxLength: 60 }), (steps) =>
            followsModel(test, steps),
          ),
          { numRuns: 100 },
        )
      },
    )

    holds('never charges the same lease twice', async ({ store }) => {
      const developer = newDeveloper()
      const limits = { minute: 2, day: 2, concurrency: 1 }
      await store.take(developer, limits, 'a')
      const again = await store.take(developer, limits, 'a')
      assert.deepEqual(again.violated, [])
      assert.deepEqual(again.state.used, { minute: 1, day: 1, concurrency: 1 })
    })

    holds('frees a slot once, however often it is released', async ({ store }) => {
      const developer = newDeveloper()
      const limits = { ...wide(), concurrency: 2 }
      await store.take(developer, limits, 'a')
      await store.take(developer, limits, 'b')
      for (let again = 0; again < 3; again += 1) store.release(developer, 'a')
      store.release(developer, 'never taken')
      assert.equal((await store.take(developer, limits, 'c')).violated.length, 0)
      assert.deepEqual((await store.take(developer, limits, 'd')).violated, ['concurrency'])
    })

    holds('applies changed limits immediately, in both directions', async ({ store }) => {
      const developer = newDeveloper()
      const at = (minute: number) => ({ ...wide(), minute })
      for (const lease of ['a', 'b', 'c']) await store.take(developer, at(3), lease)
      assert.deepEqual((await store.take(developer, at(3), 'd')).violated, ['minute'])
      assert.deepEqual((await store.take(developer, at(4), 'e')).violated, [])
      assert.deepEqual((await store.take(developer, at(1), 'f')).violated, ['minute'])
    })

    for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe']) {
      holds(
        `turns the minute and the UTC day exactly, with TZ=${zone}`,
        async ({ store, setNow }) => {
          const home = process.env['TZ']
          process.env['TZ'] = zone
          try {
            // New York changes its clocks on the second day.
            for (const midnight of ['2026-05-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z']) {
              await turnsAt(store, setNow, Date.parse(midnight))
            }
          } finally {
            if (home === undefined) delete process.env['TZ']
            else process.env['TZ'] = home
          }
        },
      )
    }

    holds(
      'opens no window again when the clock steps back a little',
      async ({ store, setNow, nowMs }) => {
        const developer = newDeveloper()
        const limits = { ...wide(), minute: 5, day: 5 }
        for (let index = 0; index < 5; index += 1)
          await store.take(developer, limits, `lease ${index}`)
        for (const backMs of [1_000, MINUTE_MS, 9 * MINUTE_MS]) {
          setNow(NOON - backMs)
          const { violated, state } = await store.take(developer, limits, `back ${backMs}`)
          assert.deepEqual(violated, ['minute', 'day'])
          // The wait is until the end of the window that counts, not of the one on the clock.
          assert.equal(nowMs() + state.minuteEndsInMs, NOON - (NOON % MINUTE_MS) + MINUTE_MS)
        }
      },
    )

    holds(
      'rejects nobody after the clock has jumped far ahead and back',
      async ({ store, setNow }) => {
        const developer = newDeveloper()
        const limits = { ...wide(), minute: 1, day: 1 }
        setNow(NOON + 400 * DAY_MS)
        await store.take(developer, limits, 'a')
        setNow(NOON)
        assert.deepEqual((await store.take(developer, limits, 'b')).violated, [])
      },
    )

    holds('never admits more than a minute holds while the clock walks at random', async (test) => {
      await walksWithin(test)
    })

    holds('admits after the wait that a refusal names, and not before', async (test) => {
      for (const limit of ['minute', 'day'] as const) {
        const developer = newDeveloper()
        const limits = { ...wide(), [limit]: 1 }
        await test.store.take(developer, limits, 'a')
        const { state } = await test.store.take(developer, limits, 'b')
        const endsMs = test.nowMs() + state[`${limit}EndsInMs`]
        test.setNow(endsMs - 1)
        assert.deepEqual((await test.store.take(developer, limits, 'c')).violated, [limit])
        test.setNow(endsMs)
        assert.deepEqual((await test.store.take(developer, limits, 'd')).violated, [])
      }
    })

    holds('numbers the live instances of a developer by name', async ({ store }) => {
      const [developer, other] = [newDeveloper(), newDeveloper()]
      assert.deepEqual(await store.registerInstance(developer, 'b'), place(1, 1))
      assert.deepEqual(await store.registerInstance(developer, 'a'), place(1, 2))
      assert.deepEqual(await store.registerInstance(developer, 'C'), place(1, 3))
      assert.deepEqual(await store.registerInstance(developer, 'b'), place(3, 3))
      assert.deepEqual(await store.registerInstance(other, 'b'), place(1, 1))
      assert.deepEqual((await store.read(developer, wide())).used, plus(NOTHING, 0))
    })

    holds('frees the place of an instance 30 s after its last renewal', async (test) => {
      const developer = newDeveloper()
      const register = (instance: string) => test.store.registerInstance(developer, instance)
      await register('a')
      await register('b')
      test.setNow(NOON + 20_000)
      assert.deepEqual(await register('b'), place(2, 2, 0))
      test.setNow(NOON + 29_999)
      assert.deepEqual(await register('b'), place(2, 2, 0))
      test.setNow(NOON + 30_000)
      assert.deepEqual(await register('b'), place(1, 1, 0))
      test.setNow(NOON + 60_000)
      assert.deepEqual(await register('b'), place(1, 1))
    })

    holds('says until when a division settles after an instance has joined', async (test) => {
      const developer = newDeveloper()
      const register = (instance: string) => test.store.registerInstance(developer, instance)
      await register('a')
      test.setNow(NOON + 5_000)
      assert.deepEqual(await register('a'), place(1, 1, 7_000))
      assert.deepEqual(await register('b'), place(2, 2))
      test.setNow(NOON + 12_000)
      assert.deepEqual(await register('a'), place(1, 2, 5_000))
      test.setNow(NOON + 17_000)
      assert.deepEqual(await register('a'), place(1, 2, 0))
    })

    holds('has places for 64 live instances of a developer', async (test) => {
      const developer = newDeveloper()
      const register = (instance: string) => test.store.registerInstance(developer, instance)
      await register('first')
      test.setNow(NOON + 10_000)
      for (let at = 1; at < 64; at += 1) await register(`instance ${at}`)
      assert.deepEqual(await register('one more'), { freesInMs: 20_000 })
      assert.deepEqual(await register('first'), place(1, 64))
      assert.deepEqual(await register('one more'), { freesInMs: 30_000 })
      test.setNow(NOON + 40_000)
      assert.deepEqual(await register('one more'), place(1, 1))
    })

    holds('forgets instances of a clock that has stepped back far', async (test) => {
      const developer = newDeveloper()
      test.setNow(NOON + DAY_MS)
      for (const instance of ['a', 'b']) await test.store.registerInstance(developer, instance)
      test.setNow(NOON)
      assert.deepEqual(await test.store.registerInstance(developer, 'b'), place(1, 1))
      test.setNow(NOON - 10_000)
      assert.deepEqual(await test.store.registerInstance(developer, 'b'), place(1, 1, 22_000))
    })

    holds('says how long each window lasts', async ({ store }) => {
      const { minuteEndsInMs, dayEndsInMs } = await store.read(newDeveloper(), wide())
      assert.deepEqual([minuteEndsInMs, dayEndsInMs], [50_000, 12 * 3_600_000 - 10_000])
    })
  })
}

const NOTHING = { minute: 0, day: 0, concurrency: 0 }

/** A place whose division settles in `settlesInMs`, 12 s unless time has passed. */
function place(position: number, count: number, settlesInMs = 12_000): InstancePlace {
  return { position, count, settlesInMs }
}

async function turnsAt(store: QuotaStore, setNow: (nowMs: number) => void, midnightMs: number) {
  const developer = newDeveloper()
  const limits = { ...wide(), minute: 1, day: 2 }
  const attempts: [atMs: number, violated: readonly string[]][] = [
    [midnightMs - MINUTE_MS - 1, []],
    [midnightMs - MINUTE_MS, []],
    [midnightMs - 1, ['minute', 'day']],
    [midnightMs, []],
    [midnightMs + MINUTE_MS - 1, ['minute']],
    [midnightMs + MINUTE_MS, []],
    [midnightMs + DAY_MS - 1, ['day']],
    [midnightMs + DAY_MS, []],
  ]
  for (const [index, [atMs, violated]] of attempts.entries()) {
    setNow(atMs)
    const decision = await store.take(developer, limits, `${midnightMs} ${index}`)
    assert.deepEqual(decision.violated, violated, new Date(atMs).toISOString())
  }
}

/**
 * Small seeded clock steps in both directions: a minute never admits more than the limit in total.
 */
async function walksWithin({ store, setNow }: QuotaStoreUnderTest) {
  const limits = { ...wide(), minute: 10 }
  const developer = newDeveloper()
  const admitted = new Map<number, number>()
  const random = fc.sample(fc.integer({ min: -2_000, max: 2_600 }), { numRuns: 6_000, seed: 11 })
  let nowMs = NOON
  let minute = 0
  for (const [index, step] of random.entries()) {
    nowMs += step
    setNow(nowMs)
    const { violated } = await store.take(developer, limits, `lease ${index}`)
    if (violated.length > 0) continue
    minute = Math.max(minute, Math.floor(nowMs / MINUTE_MS))
    admitted.set(minute, (admitted.get(minute) ?? 0) + 1)
  }
  assert.ok(Math.max(...admitted.values()) <= limits.minute)
  assert.ok(admitted.size > 5, 'the clock moved through several minutes')
}

type Step =
  | { readonly does: 'take'; readonly limits: QuotaLimits }
  | { readonly does: 'release'; readonly which: number }
  | { readonly does: 'wait'; readonly ms: number }

async function followsModel({ store, setNow }: QuotaStoreUnderTest, steps: readonly Step[]) {
  const developer = newDeveloper()
  const leases: string[] = []
  const counts = new Map<string, number>()
  let nowMs = NOON
  setNow(nowMs)
  for (const [index, step] of steps.entries()) {
    if (step.does === 'wait') setNow((nowMs += step.ms))
    if (step.does === 'release') {
      const lease = leases.splice(step.which % (leases.length + 1), 1)[0]
      store.release(developer, lease ?? 'none')
    }
    if (step.does === 'take') {
      const windows = [`m${Math.floor(nowMs / MINUTE_MS)}`, `d${Math.floor(nowMs / DAY_MS)}`]
      const [minute = 0, day = 0] = windows.map((window) => counts.get(window) ?? 0)
      const used = { minute, day, concurrency: leases.length }
      const violated = QUOTA_NAMES.filter((limit) => used[limit] >= step.limits[limit])
      const decision = await store.take(developer, step.limits, `lease ${index}`)
      assert.deepEqual(decision.violated, violated)
      const admitted = violated.length === 0
      for (const window of admitted ? windows : [])
        counts.set(window, (counts.get(window) ?? 0) + 1)
      if (admitted) leases.push(`lease ${index}`)
      assert.deepEqual(decision.state.used, plus(used, admitted ? 1 : 0))
    }
  }
}

function stepArbitrary(): fc.Arbitrary<Step> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: limitsArbitrary().map((limits) => ({ does: 'take', limits }) as const),
    },
    { weight: 3, arbitrary: fc.nat(9).map((which) => ({ does: 'release', which }) as const) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(1, 999, 20_000, MINUTE_MS, 3 * MINUTE_MS, DAY_MS)
        .map((ms) => ({ does: 'wait', ms }) as const),
    },
  )
}

function limitsArbitrary(): fc.Arbitrary<QuotaLimits> {
  const size = fc.integer({ min: 1, max: 6 })
  return fc.record({ minute: size, day: size, concurrency: size })
}

function plus(used: QuotaState['used'], charge: number): QuotaState['used'] {
  return {
    minute: used.minute + charge,
    day: used.day + charge,
    concurrency: used.concurrency + charge,
  }
}

function wide(): QuotaLimits {
  return { minute: WIDE, day: WIDE, concurrency: WIDE }
}

function newDeveloper(): string {
  return randomUUID().replaceAll('-', '').slice(0, 16)
}
