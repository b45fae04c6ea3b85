import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Call } from '../flow-values.ts'
import type { QuotaDecision, QuotaStore } from '../../quotas/quota.ts'
import { createAdmit, QuotaExceeded } from './admit.ts'

const LIMITS = { minute: 1, day: 1, concurrency: 1 }
const CALL = {
  caller: { key: { developerId: 'dev', limits: LIMITS }, matched: { requestId: 'request' } },
} as unknown as Call

function storeThat(take: () => QuotaDecision) {
  const calls: string[] = []
  const store: QuotaStore = {
    take: (...[developer, , lease]) => {
      calls.push(`take ${developer} ${lease}`)
      return take()
    },
    release: (developer, lease) => void calls.push(`release ${developer} ${lease}`),
    read: () => decision([]).state,
    registerInstance: () => assert.fail('no admission registers an instance'),
    close: () => {},
  }
  return { store, calls }
}

function decision(violated: QuotaDecision['violated']): QuotaDecision {
  return { violated, state: { limits: LIMITS, used: LIMITS, minuteEndsInMs: 1, dayEndsInMs: 1 } }
}

describe('admission', () => {
  it('charges with the request id as the lease, and releases the slot when the reply has finished', async () => {
    const { store, calls } = storeThat(() => decision([]))
    const permit = await createAdmit(store)(CALL)
    permit.release()
    permit.release()
    assert.deepEqual(calls, ['take dev request', 'release dev request'])
  })

  it('releases the slot exactly once, when the last holder releases it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 20 }), async (order) => {
        const { store, calls } = storeThat(() => decision([]))
        const permit = await createAdmit(store)(CALL)
        const holders = [permit.release, permit.retain(), permit.retain(), permit.retain()]
        const gone = new Set<number>()
        for (const which of order) {
          const at = which % holders.length
          holders[at]?.()
          gone.add(at)
          assert.equal(calls.length, gone.size === holders.length ? 2 : 1)
        }
      }),
    )
  })

  it('rejects with the decision, and holds no slot', async () => {
    const { store, calls } = storeThat(() => decision(['day']))
    await assert.rejects(
      async () => createAdmit(store)(CALL),
      (error: QuotaExceeded) => {
        assert.ok(error instanceof QuotaExceeded)
        assert.deepEqual(error.decision.violated, ['day'])
        return true
      },
    )
    assert.equal(calls.length, 1)
  })

  it('throws unavailable when the store cannot decide, synchronously or later', async () => {
    const { store } = storeThat(() => {
      throw new Error('disk')
    })
    const later = { ...store, take: () => Promise.reject(new Error('network')) }
    for (const one of [store, later])
      await assert.rejects(async () => createAdmit(one)(CALL), { code: 'unavailable' })
  })

  it('awaits a remote store and follows its decision', async () => {
    const { store } = storeThat(() => decision([]))
    const of = (violated: QuotaDecision['violated']) =>
      createAdmit({ ...store, take: () => Promise.resolve(decision(violated)) })(CALL)
    assert.equal((await of([])).call, CALL)
    await assert.rejects(async () => of(['minute']), { code: 'quota_exceeded' })
  })
})
