import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createManualClock } from '../../../test/harness/manual-clock.ts'
import { createProvider } from './oidc-provider.ts'

// A provider that signs any claims.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ATTEMPT = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), to: '/portal' }
let server: Server
let issuer: string
let subject: unknown

before(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    const answers: Readonly<Record<string, () => object>> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256' }] }),
      '/token': () => ({ access_token: 'access', token_type: 'bearer', id_token: idToken() }),
    }
    request.resume()
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(answers[pathname]?.() ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

function idToken(): string {
  const seconds = Math.floor(Date.now() / 1_000)
  const claims = { iss: issuer, aud: 'backline', sub: subject, nonce: ATTEMPT.nonce, name: 'Ann' }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part({ alg: 'RS256' })
  const signed = `${head}.${part({ ...claims, iat: seconds, exp: seconds + 60 })}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

const encodeAnswer = (sub: unknown) => {
  subject = sub
  const about = { issuer, clientId: 'backline', clientSecret: undefined, scopes: 'openid' }
  const provider = createProvider(about, createManualClock(Date.now()))
  const url = new URL(`${issuer}/portal/sign-in/provider/return?code=code&state=state`)
  return provider.finish(url, ATTEMPT)
}

describe('an id token', () => {
  it('identifies a person by issuer and subject', async () => {
    assert.deepEqual(await encodeAnswer('ann'), { issuer, subject: 'ann', name: 'Ann' })
  })

  it('without a usable subject is rejected, because all users would be one person', async () => {
    for (const sub of ['', ' ', 'x'.repeat(256), 7, null, undefined]) {
      await assert.rejects(encodeAnswer(sub), { name: 'ProviderFailure' }, JSON.stringify(sub))
    }
  })
})
