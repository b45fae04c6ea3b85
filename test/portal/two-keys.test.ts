import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openAccountService } from '../../src/accounts/open-account-service.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { newApplication, newSecret, TRAITS } from '../contract/portal-accounts.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const START_MS = Date.UTC(2026, 10, 20)
const folder = temporaryFolder()

/** A key in the model of the rules. */
interface ModelKey {
  readonly keyId: string
  expiresAtMs: number
  revoked: boolean
  rotated: boolean
}

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('create' as const),
      lifetimeMs: fc.constantFrom(50, 500, Infinity),
    }),
    fc.record({
      kind: fc.constantFrom('rotate' as const, 'expire' as const),
      nth: fc.nat(5),
      ms: fc.constantFrom(0, 10, 100, 1_000),
    }),
    fc.record({ kind: fc.constant('revoke' as const), nth: fc.nat(5) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 60, 400) }),
  ),
  { maxLength: 30 },
)

describe('an application', () => {
  it('has at most two active keys after any sequence of changes, and rejects none below the limit', async () => {
    const clock = createManualClock(START_MS)
    const config = readConfig({ BACKLINE_DATA_DIR: join(folder, 'data') })
    const service = await openAccountService(config, { ...systemPlatform, clock })
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { by, applicationId } = await newApplication(service)
        const model: ModelKey[] = []
        const isActive = (key: ModelKey) => !key.revoked && key.expiresAtMs > clock.nowMs()
        const isFull = () => model.filter(isActive).length >= 2
        const textOf = (result: unknown) => (typeof result === 'string' ? result : 'done')
        for (const step of sequence) {
          if (step.kind === 'wait') clock.advance(step.ms)
          if (step.kind === 'create') {
            const secret = newSecret()
            const expiresAtMs = clock.nowMs() + step.lifetimeMs
            const expected = isFull() ? 'keys_full' : 'done'
            const made = await service.selfServiceKeys.create(by, applicationId, secret, {
              ...TRAITS,
              expiresAtMs: expiresAtMs === Infinity ? undefined : expiresAtMs,
            })
            assert.equal(textOf(made), expected)
            if (expected === 'done') {
              model.push({ keyId: secret.keyId, expiresAtMs, revoked: false, rotated: false })
            }
          }
          const key = 'nth' in step ? model[step.nth] : undefined
          if (key !== undefined && step.kind === 'revoke') {
            assert.equal(textOf(await service.selfServiceKeys.revoke(by, key.keyId)), 'done')
            key.revoked = true
          }
          if (key !== undefined && step.kind === 'expire') {
            const isOver = !isActive(key) || key.rotated
            const expiresAtMs = clock.nowMs() + step.ms
            const changed = await service.selfServiceKeys.change(by, key.keyId, { expiresAtMs })
            // Setting the current value is not a change and is never rejected.
            const isSame = key.expiresAtMs === expiresAtMs
            assert.equal(textOf(changed), isOver && !isSame ? 'key_over' : 'done')
            if (!isOver) key.expiresAtMs = expiresAtMs
          }
          if (key !== undefined && step.kind === 'rotate') {
            const secret = newSecret()
            const expected =
              !isActive(key) || key.rotated ? 'key_over' : isFull() ? 'keys_full' : 'done'
            const made = await service.selfServiceKeys.rotate(by, key.keyId, secret, step.ms)
            assert.equal(textOf(made), expected)
            if (expected === 'done') {
              const { expiresAtMs } = key
              model.push({ keyId: secret.keyId, expiresAtMs, revoked: false, rotated: false })
              key.rotated = true
              key.expiresAtMs = Math.min(expiresAtMs, clock.nowMs() + step.ms)
            }
          }
          const { keys = [] } =
            (await service.applications.get(by.developerId, applicationId)) ?? {}
          const active = keys.filter((one) => one.isActive).map(({ keyId }) => keyId)
          assert.ok(active.length <= 2)
          assert.deepEqual(
            active.toSorted(),
            model
              .filter(isActive)
              .map(({ keyId }) => keyId)
              .toSorted(),
          )
        }
      }),
      { numRuns: 60 },
    )
    await service.close()
  })
})
