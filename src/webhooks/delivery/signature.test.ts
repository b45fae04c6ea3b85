import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { systemPlatform } from '../../platform/platform.ts'
import { generateSecret, signatureHeaders } from './signature.ts'

const { clock, fillRandom } = systemPlatform
const BODY = JSON.stringify({ type: 'event.ended', data: { name: 'あ' } })

function sign(secrets: readonly string[], atMs = clock.nowMs()) {
  return signatureHeaders({ messageId: 'msg_1', atMs, body: BODY }, secrets)
}

describe('the signature of a webhook', () => {
  const [secret, other] = [generateSecret(fillRandom), generateSecret(fillRandom)]

  it('is accepted by an independent implementation of Standard Webhooks', () => {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(new Verifier(secret).verify(BODY, sign([secret])), JSON.parse(BODY))
  })

  it('is accepted with the old and with the new secret while both overlap', () => {
    const headers = sign([other, secret])
    for (const known of [secret, other]) new Verifier(known).verify(BODY, headers)
  })

  it('is refused with another secret, body, id or time', () => {
    const headers = sign([secret])
    assert.throws(() => new Verifier(other).verify(BODY, headers))
    assert.throws(() => new Verifier(secret).verify(`${BODY} `, headers))
    assert.throws(() => new Verifier(secret).verify(BODY, { ...headers, 'webhook-id': 'msg_2' }))
    assert.throws(() => new Verifier(secret).verify(BODY, sign([secret], clock.nowMs() - 600_000)))
  })
})
