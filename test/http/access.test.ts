import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKey } from '../../src/accounts/keys/developer-key.ts'
import { systemPlatform } from '../../src/platform/platform.ts'
import { OPERATIONS, OPERATION_IDS } from '../../src/game/operations.ts'
import { REGIONS, type Region } from '../../src/game/region.ts'
import { SCOPES, type Scope } from '../../src/game/scope.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { checkAnswer, checkRefusal } from '../harness/check-answer.ts'
import { holdWithin } from '../harness/hold-within.ts'
import { FORMS, targetOf } from '../harness/request-of.ts'
import { send, type Answer } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const keys = new Map<string, string>()
let test: TestService

before(async () => {
  test = await startTestService({ folder })
  for (const scope of SCOPES) {
    for (const region of REGIONS) {
      keys.set(
        `${scope} ${region}`,
        (await test.issueKey({ scopes: [scope], regions: [region] })).text,
      )
    }
  }
})
after(() => test.stop())

const ask = (key: string | undefined, target: string): Promise<Answer> =>
  send(test.origin, target, key === undefined ? {} : { key })

describe('a key', () => {
  for (const scope of SCOPES) {
    for (const region of REGIONS) {
      it(`with ${scope} in ${region} grants exactly that`, async () => {
        for (const form of FORMS) {
          for (const asked of REGIONS) {
            const target = targetOf(form, asked, demoExample(form.operation, asked))
            const answer = checkAnswer(await ask(keys.get(`${scope} ${region}`), target))
            assert.deepEqual(
              outcome(answer),
              expected(form.operation, scope, region, asked),
              target,
            )
          }
        }
      })
    }
  }

  it('is required by every operation', () => {
    const covered = new Set(FORMS.map(({ operation }) => operation))
    assert.deepEqual([...covered].sort(), [...OPERATION_IDS].sort())
    assert.equal(FORMS.length, 31)
  })
})

describe('without a valid key', () => {
  let bad: Readonly<Record<string, string>>

  before(async () => {
    const good = await test.issueKey()
    const revoked = await test.issueKey()
    const expired = await test.issueKey({ lifetimeMs: 1 })
    await test.accounts.store.revokeKey(revoked.entry.keyId, Date.now())
    await sleep(2)
    bad = {
      garbage: 'garbage',
      internal: 'internal-key-of-the-gateway',
      torn: good.text.slice(0, -1),
      'with a wrong checksum': `${good.text.slice(0, -1)}${good.text.endsWith('0') ? '1' : '0'}`,
      // Well-formed, but in no store.
      unknown: generateKey(systemPlatform.fillRandom).text,
      revoked: revoked.text,
      expired: expired.text,
    }
  })

  for (const form of FORMS) {
    it(`${form.path} is rejected with the same bytes, whatever is wrong with the key`, async () => {
      const target = targetOf(form, 'jp', demoExample(form.operation, 'jp'))
      const missing = checkRefusal(await ask(undefined, target), 'invalid_api_key')
      assert.equal(missing.headers['www-authenticate'], 'Bearer realm="backline"')
      const seen = new Set<string>()
      for (const key of Object.values(bad)) {
        const answer = checkRefusal(await ask(key, target), 'invalid_api_key')
        seen.add(withoutIds(answer))
        assert.equal(answer.headers['ratelimit'], undefined)
      }
      assert.equal(seen.size, 1)
    })
  }
})

describe('a revocation', () => {
  it('takes effect within a second, for a recently used key too, and affects no other key', async () => {
    const form = FORMS[0] as (typeof FORMS)[number]
    const target = targetOf(form, 'jp', demoExample(form.operation, 'jp'))
    const [gone, kept] = [await test.issueKey(), await test.issueKey()]
    assert.equal((await ask(gone.text, target)).status, 200)
    await test.accounts.store.revokeKey(gone.entry.keyId, Date.now())
    await holdWithin(1_000, async () => (await ask(gone.text, target)).status !== 200)
    checkRefusal(await ask(gone.text, target), 'invalid_api_key')
    assert.equal((await ask(kept.text, target)).status, 200)
  })
})

function outcome({ status, json, headers }: Answer) {
  const challenge = headers['www-authenticate'] ?? ''
  const { code, detail = '' } = (status === 200 ? {} : json) as { code?: string; detail?: string }
  return {
    status,
    code,
    saysRegion: detail.includes('region'),
    saysScope: challenge.includes('scope="'),
  }
}

function expected(operation: keyof typeof OPERATIONS, scope: Scope, region: Region, asked: Region) {
  const rightRegion = region === asked
  const rightScope = OPERATIONS[operation].scope === scope
  return rightRegion && rightScope
    ? { status: 200, code: undefined, saysRegion: false, saysScope: false }
    : { status: 403, code: 'insufficient_scope', saysRegion: !rightRegion, saysScope: rightRegion }
}

function withoutIds({ status, headers, body }: Answer): string {
  const { date: _, 'x-request-id': requestId = '', ...rest } = headers
  return JSON.stringify([status, rest, body.toString().replace(requestId, '')])
}
