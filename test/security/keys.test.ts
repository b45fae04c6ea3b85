import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { checkRefusal } from '../harness/check-answer.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { createRefusedKeys, type KeyKind } from './key-kinds.ts'
import { forgeKey } from './provoke.ts'

const TARGET = '/api/open/v1/game/jp/announcements'
const folder = temporaryFolder()
let test: TestService
let accounts: string

before(async () => {
  test = await startTestService({ folder })
  accounts = dataPaths(test.config.dataDir).accounts
})
after(() => test.stop())

describe('an attacker with write access to the database', () => {
  it('cannot forge a key without the pepper, whatever MAC they write', async () => {
    const { entry } = await test.issueKey()
    const { pepper } = test.accounts
    for (const [what, macOf] of Object.entries<(key: string) => Buffer>({
      'SHA-256': (key) => createHash('sha256').update(key).digest(),
      'HMAC under nothing': (key) => createHmac('sha256', '').update(key).digest(),
      'HMAC under the name of the pepper': (key) =>
        createHmac('sha256', pepper.pepperId).update(key).digest(),
      'the MAC of another key': () => pepper.mac(forgeKey()),
      'the key itself': (key) => Buffer.from(key.slice(17, 49)),
      zeros: () => Buffer.alloc(32),
    })) {
      const key = forgeKey()
      writeKey(key, macOf(key), entry.keyId)
      assert.equal((await request(key)).status, 401, what)
    }
    const key = forgeKey()
    writeKey(key, pepper.mac(key), entry.keyId)
    assert.equal((await request(key)).status, 200, 'with the pepper the key is valid')
  })

  it('cannot break the server with a MAC of another length', async () => {
    const { entry, text: good } = await test.issueKey()
    for (const mac of [Buffer.alloc(0), Buffer.alloc(31), Buffer.alloc(64)]) {
      const key = forgeKey()
      writeKey(key, mac, entry.keyId)
      checkRefusal(await request(key), 'invalid_api_key')
      assert.equal((await request(good)).status, 200)
    }
  })
})

describe('rejected keys', () => {
  it('get the same response bytes, whatever the reason', async () => {
    const createKeys = await createRefusedKeys(test, accounts)
    const seen = new Set<string>()
    for (const kind of ['unknown', 'revoked', 'wrong secret'] satisfies KeyKind[]) {
      const [key = ''] = await createKeys(kind, 1)
      for (const time of ['first', 'again']) {
        const { status, headers, body } = await send(test.origin, TARGET, { key })
        assert.equal(status, 401, `${kind}, ${time}`)
        const { date: _, 'x-request-id': requestId = '', ...rest } = headers
        seen.add(
          JSON.stringify([Object.keys(headers), rest, body.toString().replace(requestId, 'ID')]),
        )
      }
    }
    assert.equal(seen.size, 1, [...seen].join('\n'))
  })
})

/**
 * Writes a key as an attacker with the database alone could; its other columns are those of a valid
 * key.
 */
function writeKey(key: string, mac: Uint8Array, likeKeyId: string): void {
  using database = new DatabaseSync(accounts)
  const columns = 'application_id, pepper_id, scopes, regions, created_at_ms'
  database
    .prepare(
      `INSERT OR REPLACE INTO keys (id, mac, ${columns}) SELECT ?, ?, ${columns} FROM keys WHERE id = ?`,
    )
    .run(key.slice(4, 16), mac, likeKeyId)
}

function request(key: string) {
  return send(test.origin, TARGET, { key })
}
