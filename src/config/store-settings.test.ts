import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from '../config.ts'

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

describe('the settings of stores', () => {
  it('mean the data folder and this process when there are none', () => {
    const { databaseUrl, valkeyUrl } = readConfig({})
    assert.deepEqual([databaseUrl, valkeyUrl], [undefined, undefined])
  })

  it('are URLs of their kind, and are not repeated when they are not: they may hold a password', () => {
    for (const name of ['BACKLINE_DATABASE_URL', 'BACKLINE_VALKEY_URL']) {
      for (const text of ['', 'localhost', 'http://:hunter2@host', 'mysql://:hunter2@host']) {
        const problems = problemsOf({ BACKLINE_KEY_PEPPER: PEPPER, [name]: text })
        assert.equal(problems.length, 1, text)
        assert.match(problems[0] ?? '', new RegExp(`^${name} must be a URL`))
        assert.doesNotMatch(problems.join(), /hunter2/)
      }
    }
  })

  it('want one pepper for all nodes with a database that they share', () => {
    const url = { BACKLINE_DATABASE_URL: 'postgres://backline@host/backline' }
    assert.match(problemsOf(url).join(), /BACKLINE_KEY_PEPPER must be set/)
    assert.deepEqual(problemsOf({ ...url, BACKLINE_KEY_PEPPER: PEPPER }), [])
  })
})
