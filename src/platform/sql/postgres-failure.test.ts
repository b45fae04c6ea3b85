import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPassing } from './database-failure.ts'
import { explainFailure, toFailure } from './postgres-failure.ts'

// Message and code of errors from the driver, the server and the operating system.
const PASSES: readonly (readonly [string, string?])[] = [
  ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
  ['getaddrinfo ENOTFOUND database.invalid', 'ENOTFOUND'],
  ['getaddrinfo EAI_AGAIN database', 'EAI_AGAIN'],
  ['read ECONNRESET', 'ECONNRESET'],
  ['the database system is starting up', '57P03'],
  ['terminating connection due to administrator command', '57P01'],
  ['sorry, too many clients already', '53300'],
  ['canceling statement due to lock timeout', '55P03'],
  ['canceling statement due to statement timeout', '57014'],
  ['deadlock detected', '40P01'],
  ['timeout expired'],
  ['timeout exceeded when trying to connect'],
  ['Query read timeout'],
  ['Connection terminated unexpectedly'],
]
const STAYS: readonly (readonly [string, string?])[] = [
  ['password authentication failed for user "backline"', '28P01'],
  ['no pg_hba.conf entry for host', '28000'],
  ['database "nowhere" does not exist', '3D000'],
  ['permission denied for schema public', '42501'],
  ['The server does not support SSL connections'],
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    'The accounts have had changes that this version does not know (0009-recommended, 0010-closed).',
  ],
]

describe('a failure of Postgres', () => {
  const failureOf = ([message, code]: readonly [string, string?]) =>
    toFailure(Object.assign(new Error(message), code === undefined ? {} : { code }))

  for (const said of PASSES) {
    it(`with the message "${said[0]}" may pass`, () => {
      assert.ok(isPassing(failureOf(said)))
      assert.ok(isPassing(explainFailure('postgres://host/name', failureOf(said))))
    })
  }
  for (const said of STAYS) {
    it(`with the message "${said[0]}" does not pass by itself`, () => {
      assert.ok(!isPassing(failureOf(said)))
      assert.ok(!isPassing(explainFailure('postgres://host/name', failureOf(said))))
    })
  }

  it('is distinguished from other errors', () => {
    assert.ok(!isPassing(new Error('timeout expired')))
    assert.ok(!isPassing(undefined))
  })
})
