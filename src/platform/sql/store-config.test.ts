import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../app/config/read-config.ts'
import { ConfigError } from '../config/config-error.ts'

const PEPPER = 'a pepper of at least 32 characters'

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}

describe('the store settings', () => {
  it('default to the data directory and this process', () => {
    const { databaseUrl, valkeyUrl } = readConfig({})
    assert.deepEqual([databaseUrl, valkeyUrl], [undefined, undefined])
  })

  it('must be URLs of their kind; errors do not repeat them, because they may contain a password', () => {
    for (const name of ['BACKLINE_DATABASE_URL', 'BACKLINE_VALKEY_URL']) {
      for (const text of ['', 'localhost', 'http://:hunter2@host', 'mysql://:hunter2@host']) {
        const problems = problemsOf({ BACKLINE_KEY_PEPPER: PEPPER, [name]: text })
        assert.equal(problems.length, 1, text)
        assert.match(problems[0] ?? '', new RegExp(`^${name} must be a URL`))
        assert.doesNotMatch(problems.join(), /hunter2/)
      }
    }
  })

  it('require a configured pepper with a shared database', () => {
    const url = { BACKLINE_DATABASE_URL: 'postgres://backline@host/backline' }
    assert.match(problemsOf(url).join(), /BACKLINE_KEY_PEPPER must be set/)
    assert.deepEqual(problemsOf({ ...url, BACKLINE_KEY_PEPPER: PEPPER }), [])
  })
})
