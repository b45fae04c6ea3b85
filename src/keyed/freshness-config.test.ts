import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../app/config/read-config.ts'
import { ConfigError } from '../platform/config/config-error.ts'

const read = (names: string) => readConfig({ BACKLINE_FETCHED_AT_ALIASES: names }).fetchedAtAliases

describe('the aliases of X-Fetched-At', () => {
  it('are none by default, and up to four', () => {
    assert.deepEqual(readConfig({}).fetchedAtAliases, [])
    assert.deepEqual(read('X-Moenotes-Fetched-At'), ['X-Moenotes-Fetched-At'])
    assert.deepEqual(read('x-a-at, X-B2-At,X-C-At,X-D-At').length, 4)
  })

  it('are rejected if a client, a proxy or the service could take one for another header', () => {
    for (const names of [
      'X-Fetched-At',
      'x-fetched-at',
      'X-A-At,x-a-at',
      'X-A-At,X-B-At,X-C-At,X-D-At,X-E-At',
      'Content-Length',
      'Set-Cookie',
      'X-Request-Id',
      'X-Accel-Redirect',
      'X-At',
      'X-A-At,',
      'X-A-At:',
      'X-A-At: 1',
      'X-A B-At',
      'X-A-At\r\nX-B-At',
      'X-\u00e9-At',
      `X-${'a'.repeat(64)}-At`,
    ]) {
      assert.throws(() => read(names), ConfigError, names)
    }
  })
})
