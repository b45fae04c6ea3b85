import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../app/config/read-config.ts'
import { ConfigError } from '../platform/config/config-error.ts'

const OIDC = {
  BACKLINE_OIDC_ISSUER: 'https://login.example.org/realms/main',
  BACKLINE_OIDC_CLIENT_ID: 'backline',
}
const read = (environment: Readonly<Record<string, string>>) => readConfig(environment).portal
const problemsOf = (environment: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
}

describe('the portal settings', () => {
  it('default to the public listener, invitations and no provider', () => {
    const { listen, url, registration, oidc } = read({})
    assert.deepEqual([listen, url, registration, oidc], ['public', '', 'invitation', undefined])
  })

  it('use the public origin on the public listener, and none on a dedicated one', () => {
    const environment = { BACKLINE_PUBLIC_URL: 'https://data.example.org' }
    assert.equal(read(environment).url, 'https://data.example.org')
    assert.equal(read({ ...environment, BACKLINE_PORTAL_LISTEN: '127.0.0.1:8788' }).url, '')
  })

  it('accept a provider over TLS, and one on this machine without TLS', () => {
    assert.equal(read(OIDC).oidc?.issuer, OIDC.BACKLINE_OIDC_ISSUER)
    for (const issuer of ['http://127.0.0.1:9000', 'http://localhost:9000/a', 'http://[::1]:9000'])
      assert.deepEqual(problemsOf({ ...OIDC, BACKLINE_OIDC_ISSUER: issuer }), [], issuer)
    for (const issuer of [
      'http://login.example.org',
      'http://127.0.0.1.example.org',
      'ftp://login.example.org',
      'login.example.org',
      'https://login.example.org/?a=b',
      'https://somebody@login.example.org',
    ])
      assert.match(
        problemsOf({ ...OIDC, BACKLINE_OIDC_ISSUER: issuer })[0] ?? '',
        /^BACKLINE_OIDC_ISSUER must be an https URL/,
        issuer,
      )
  })

  it('require the client with the provider, and the provider with the client', () => {
    const alone = { BACKLINE_OIDC_ISSUER: OIDC.BACKLINE_OIDC_ISSUER }
    assert.match(problemsOf(alone)[0] ?? '', /^BACKLINE_OIDC_CLIENT_ID must be set/)
    assert.match(
      problemsOf({ BACKLINE_OIDC_CLIENT_SECRET: 'a secret' })[0] ?? '',
      /BACKLINE_OIDC_ISSUER must be set/,
    )
  })

  it('require the origin with a provider, unless the portal is on a loopback address', () => {
    const open = { ...OIDC, BACKLINE_LISTEN: '0.0.0.0:8787' }
    assert.match(problemsOf(open)[0] ?? '', /BACKLINE_PORTAL_URL must be set/)
    assert.deepEqual(problemsOf({ ...open, BACKLINE_PUBLIC_URL: 'https://data.example.org' }), [])
    assert.deepEqual(problemsOf({ ...open, BACKLINE_PORTAL_LISTEN: '127.0.0.1:8788' }), [])
    assert.equal(problemsOf({ ...OIDC, BACKLINE_LISTEN: 'nowhere' }).length, 1)
  })
})
