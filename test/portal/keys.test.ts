import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, it } from 'node:test'
import { generateKey } from '../../src/accounts/keys/developer-key.ts'
import { SCOPES, type Scope } from '../../src/game/scope.ts'
import type { Gateway } from '../../src/game/gateway.ts'
import { HOUR_MS } from '../../src/platform/time/time-units.ts'
import { holdWithin } from '../harness/hold-within.ts'
import { askPortal, replyOf, signInGuest, type PortalGuest } from '../harness/portal-guest.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const SECOND_MS = 1_000
let test: TestService
let guest: PortalGuest
let operator: PortalGuest

before(async () => {
  const gateway: Gateway = { read: () => ({ message: {}, fetchedAtMs: 0 }), close: () => {} }
  const environment = { BACKLINE_PORTAL_MINUTE: '1000000', BACKLINE_PORTAL_APPLICATIONS_MAX: '3' }
  test = await startTestService({ folder, environment, gateway })
  guest = await signInGuest(test.accounts)
  operator = await signInGuest(test.accounts, { isOperator: true })
})
after(() => test.stop())

const BOARD = '/api/open/v1/game/jp/announcements'
const ask = async (key: string) => (await send(test.origin, BOARD, { key })).status
const PLAIN = {
  name: 'main',
  scopes: ['game:announcements'] as Scope[],
  regions: ['jp'],
  lifetimeDays: null,
}

/** Requests with a key until it is rejected, which must happen within a second. */
async function refusedSoon(key: string): Promise<void> {
  await holdWithin(SECOND_MS, async () => (await ask(key)) === 401)
}

async function newApplication(by = guest, name: string = crypto.randomUUID()): Promise<string> {
  return (await replyOf(test.origin, by, 'applications.create', { body: { name } })).applicationId
}

const create = (applicationId: string, by = guest, body: object = PLAIN) =>
  replyOf(test.origin, by, 'keys.create', { path: { applicationId }, body })

describe('a key of the portal', () => {
  it('shows within seconds in which hour it was last used', async () => {
    const by = await signInGuest(test.accounts)
    const applicationId = await newApplication(by)
    const idle = await create(applicationId, by)
    const used = await create(applicationId, by)
    const fromMs = Date.now()
    assert.equal(await ask(used.text), 200)
    const toMs = Date.now()
    const usedAt = async () => {
      const path = { applicationId }
      const { keys } = await replyOf(test.origin, by, 'applications.get', { path })
      return new Map(keys.map(({ keyId, usedAtMs }) => [keyId, usedAtMs]))
    }
    let shown = await usedAt()
    await holdWithin(10 * SECOND_MS, async () => {
      shown = await usedAt()
      return shown.get(used.key.keyId) !== null
    })
    const atMs = shown.get(used.key.keyId) ?? 0
    assert.equal(atMs % HOUR_MS, 0)
    assert.ok(fromMs - HOUR_MS < atMs && atMs <= toMs)
    assert.equal(shown.get(idle.key.keyId), null)
  })

  it('works once created, is rotated into one that works beside it, and is rejected once revoked', async () => {
    const { origin } = test
    const by = await signInGuest(test.accounts)
    const applicationId = await newApplication(by)
    const first = await create(applicationId, by)
    assert.equal(await ask(first.text), 200)
    const path = { keyId: first.key.keyId }
    const body = { overlapHours: 24 }
    const second = await replyOf(origin, by, 'keys.rotate', { path, body })
    assert.deepEqual([await ask(first.text), await ask(second.text)], [200, 200])
    const third = { path: { applicationId }, body: PLAIN }
    assert.equal((await askPortal(origin, by, 'keys.create', third)).code, 'keys_full')
    await replyOf(origin, by, 'keys.revoke', { path })
    await refusedSoon(first.text)
    assert.equal(await ask(second.text), 200)
    const { keys } = await replyOf(origin, by, 'applications.get', { path: { applicationId } })
    const stateOf = ({ keyId }: { readonly keyId: string }) => {
      const { isActive, replacedBy } = keys.find((key) => key.keyId === keyId) ?? {}
      return [isActive, replacedBy]
    }
    assert.deepEqual(stateOf(second.key), [true, undefined])
    assert.deepEqual(stateOf(first.key), [false, second.key.keyId])
    await replyOf(origin, by, 'applications.remove', { path: { applicationId } })
    await refusedSoon(second.text)
  })

  it('is rejected within a second of the suspension of its developer, and accepted within a second of its end', async () => {
    const by = await signInGuest(test.accounts)
    const { text } = await create(await newApplication(by), by)
    assert.equal(await ask(text), 200)
    const question = { path: { developerId: by.developerId } }
    await replyOf(test.origin, operator, 'operator.suspend', question)
    await refusedSoon(text)
    await replyOf(test.origin, operator, 'operator.reinstate', question)
    await holdWithin(SECOND_MS, async () => (await ask(text)) === 200)
  })

  for (const scope of SCOPES) {
    it(`comes with a working shell command, with ${scope}`, async () => {
      const by = await signInGuest(test.accounts)
      const body = { ...PLAIN, scopes: [scope], regions: ['kr', 'en'] }
      const { text, curl } = await create(await newApplication(by), by, body)
      const words = execFileSync('sh', ['-c', `printf '%s\\n' ${curl}`], { encoding: 'utf8' })
      const [program, option, header, url = '', ...rest] = words.trimEnd().split('\n')
      assert.deepEqual(
        [program, option, header, rest],
        ['curl', '-H', `Authorization: Bearer ${text}`, []],
      )
      assert.ok(url.startsWith(`${test.origin}/api/`), url)
      const { status } = await send(test.origin, url.slice(test.origin.length), { key: text })
      assert.equal(status, 200, url)
      assert.ok(url.includes('/game/kr/') || url.endsWith('/quota'))
    })
  }

  it('is never shown again', async () => {
    const by = await signInGuest(test.accounts)
    const applicationId = await newApplication(by)
    const { text } = await create(applicationId, by)
    const { origin } = test
    const secret = text.slice(-38)
    for (const answer of [
      await askPortal(origin, by, 'applications.list'),
      await askPortal(origin, by, 'applications.get', { path: { applicationId } }),
      await askPortal(origin, by, 'audit.list'),
      await askPortal(origin, by, 'leaked_keys.revoke', { body: { text } }),
      await askPortal(origin, operator, 'operator.audit'),
    ]) {
      assert.equal(answer.status, 200)
      assert.ok(!answer.text.includes(secret))
    }
    assert.ok(!JSON.stringify(test.observations).includes(secret))
  })
})

/** A key with the id of an existing one, another secret, and a valid checksum. */
function forgedFor(keyId: string): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let drawn = 0
  const { keyId: drawnId, text } = generateKey((bytes) => {
    drawn += 1
    bytes.set(drawn === 1 ? Array.from(keyId, (letter) => letters.indexOf(letter)) : [7])
  })
  assert.equal(drawnId, keyId)
  return text
}

describe('a text with leaked keys', () => {
  it('ends every genuine key in it, for every reporter, and ignores text that only looks like one', async () => {
    const by = await signInGuest(test.accounts)
    const [good, old] = [
      await create(await newApplication(by), by),
      await create(await newApplication(by), by),
    ]
    await replyOf(test.origin, by, 'keys.revoke', { path: { keyId: old.key.keyId } })
    const made = forgedFor(good.key.keyId)
    const torn = `${good.text.slice(0, -1)}${good.text.endsWith('A') ? 'B' : 'A'}`
    const text = `const KEY = "${good.text}"; // ${old.text} x${made} ${torn} ${good.text}`
    const { keys } = await replyOf(test.origin, undefined, 'leaked_keys.revoke', { body: { text } })
    assert.deepEqual(
      keys.map(({ keyId, wasActive }) => [keyId, wasActive]),
      [
        [good.key.keyId, true],
        [old.key.keyId, false],
      ],
    )
    await refusedSoon(good.text)
    const { entries } = await replyOf(test.origin, by, 'audit.list')
    const leaked = entries.filter(({ action }) => action === 'key.leaked')
    assert.deepEqual(
      leaked.map((entry) => [entry.by, entry.byName, entry.subject]),
      [['anyone', undefined, good.key.keyId]],
    )
    const again = await replyOf(test.origin, undefined, 'leaked_keys.revoke', { body: { text } })
    assert.deepEqual(
      again.keys.map(({ wasActive }) => wasActive),
      [false, false],
    )
  })

  it('finds a key at any position, and at most twenty', async () => {
    const by = await signInGuest(test.accounts)
    const { text } = await create(await newApplication(by), by)
    const others = Array.from({ length: 25 }, () => test.accounts.generateKey().text)
    const late = { body: { text: [...others, text].join('\n') } }
    assert.deepEqual((await replyOf(test.origin, by, 'leaked_keys.revoke', late)).keys, [])
    const stuck = { body: { text: `https://x.example/?k=bkl_bkl_${text}zzz_${text}` } }
    const found = await replyOf(test.origin, by, 'leaked_keys.revoke', {
      body: { text: `=${text}&` },
    })
    assert.equal(found.keys.length, 1)
    assert.equal((await replyOf(test.origin, by, 'leaked_keys.revoke', stuck)).keys.length, 1)
  })

  it('does not tell the owner which developer reported it', async () => {
    const [by, finder] = [await signInGuest(test.accounts), await signInGuest(test.accounts)]
    const { text } = await create(await newApplication(by), by)
    await replyOf(test.origin, finder, 'leaked_keys.revoke', { body: { text } })
    const own = await askPortal(test.origin, by, 'audit.list')
    assert.ok(!own.text.includes(finder.name) && own.text.includes('"key.leaked"'))
    const { entries } = await replyOf(test.origin, operator, 'operator.audit')
    assert.equal(entries[0]?.byName, finder.name)
  })
})

describe('names', () => {
  const kept = [
    `<script>alert(1)</script>`,
    `"quotes" 'n' \`ticks\` \\ ; drop table keys; --`,
    'evil \u0645\u0631\u062d\u0628\u0627',
    '\u{1f600} \u65e5\u672c\u8a9e',
    '{{constructor.constructor("x")()}} ${7*7} %s',
  ]
  for (const name of kept) {
    it(`are stored unchanged: ${JSON.stringify(name)}`, async () => {
      const by = await signInGuest(test.accounts)
      const applicationId = await newApplication(by, name)
      const { key } = await create(applicationId, by, { ...PLAIN, name })
      const shown = await replyOf(test.origin, by, 'applications.get', { path: { applicationId } })
      assert.deepEqual([shown.name, shown.keys[0]?.name, key.name], [name, name, name])
      const { entries } = await replyOf(test.origin, by, 'audit.list')
      const made = entries.find(({ action }) => action === 'application.created')
      assert.equal(made?.subject, name)
      const path = { applicationId }
      const renamed = { path, body: { name: `${name}!` } }
      assert.equal(
        (await replyOf(test.origin, by, 'applications.rename', renamed)).name,
        `${name}!`,
      )
    })
  }
  for (const name of [
    '',
    ' a',
    'a ',
    'a\u0000b',
    'a\nb',
    'a\u001b[31mb',
    'a\u0085b',
    'a\u2028b',
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    'a\ud800b',
    'x'.repeat(101),
  ]) {
    it(`are rejected: ${JSON.stringify(name.slice(0, 10))}`, async () => {
      const body = { name }
      const { code } = await askPortal(test.origin, guest, 'applications.create', { body })
      assert.equal(code, 'invalid_request')
    })
  }

  it('are unique among the applications of one developer, whose number is limited', async () => {
    const by = await signInGuest(test.accounts)
    const make = (name: string) =>
      askPortal(test.origin, by, 'applications.create', { body: { name } })
    const codes = []
    for (const name of ['a', 'a', 'b', 'c', 'd']) codes.push((await make(name)).code)
    assert.deepEqual(codes, [undefined, 'name_taken', undefined, undefined, 'applications_full'])
    const { max, applications } = await replyOf(test.origin, by, 'applications.list')
    assert.deepEqual([max, applications.length], [3, 3])
  })
})

describe('the audit trail', () => {
  it('shows developers that an operator acted, and shows operators which one', async () => {
    const by = await signInGuest(test.accounts)
    const path = { developerId: by.developerId }
    const body = { limits: { minute: 12 } }
    await replyOf(test.origin, operator, 'operator.change_developer', { path, body })
    const [own] = (await replyOf(test.origin, by, 'audit.list')).entries
    assert.deepEqual(
      [own?.action, own?.by, own?.byName, own?.details],
      ['developer.limits_set', 'operator', undefined, { minute: '12' }],
    )
    const query = { developerId: by.developerId, limit: '1' }
    const page = await replyOf(test.origin, operator, 'operator.audit', { query })
    assert.equal(page.entries[0]?.byName, operator.name)
    const rest = { query: { ...query, before: page.next ?? '' } }
    const older = await replyOf(test.origin, operator, 'operator.audit', rest)
    assert.notEqual(older.entries[0]?.auditId, page.entries[0]?.auditId)
  })
})

describe('a query', () => {
  it('accepts integers as decimal digits, once, and no other notation', async () => {
    const list = async (query: string) => {
      const headers = { Cookie: `backline-session=${guest.token}` }
      return (await fetch(`${test.origin}/portal/api/v1/audit?${query}`, { headers })).status
    }
    for (const query of ['limit=1', 'limit=%31', '']) assert.equal(await list(query), 200, query)
    for (const text of ['', '1.5', '1e1', '0x10', '+1', '01', 'true', '1&limit=1', '0', '101']) {
      assert.equal(await list(`limit=${text}`), 400, text)
    }
  })
})
