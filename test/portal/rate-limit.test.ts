import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPortal, type PortalUnderTest } from './start-portal.ts'

let portal: PortalUnderTest
before(async () => {
  portal = await startPortal({
    folder: temporaryFolder(),
    environment: { BACKLINE_TRUSTED_PROXIES: '127.0.0.1', BACKLINE_PORTAL_MINUTE: '30' },
  })
})
after(() => portal.stop())

const askFrom = async (address: string, path = '/portal') => {
  const answer = await fetch(`${portal.origin}${path}`, {
    headers: { 'x-forwarded-for': address },
    redirect: 'manual',
  })
  await answer.body?.cancel()
  return answer
}

const guessFrom = async (address: string) => {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const headers = { 'x-forwarded-for': address }
  return (await portal.browser().ask('/sign-in/link/look', { token }, { headers })).status
}

describe('the rate limit of the portal', () => {
  it('counts each IPv4 address separately', async () => {
    for (let at = 0; at < 30; at += 1) {
      const answer = await askFrom('198.51.100.1')
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('x-ratelimit-remaining'), String(29 - at))
    }
    const refused = await askFrom('198.51.100.1')
    assert.equal(refused.status, 429)
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, String(wait))
    assert.equal((await askFrom('198.51.100.1', '/portal/api/v1/no-such-path')).status, 429)
    assert.equal((await askFrom('198.51.100.2')).status, 200)
  })

  it('counts the /64, the /56 and the /48 of an IPv6 client', async () => {
    // Ten /64s of one /56 and as many of others, each within its own limit.
    const statuses: number[] = []
    for (let at = 0; at < 130; at += 1) {
      statuses.push((await askFrom(`2001:db8:1:${(at % 10).toString(16)}::1`)).status)
    }
    assert.deepEqual(statuses, [...Array<number>(120).fill(200), ...Array<number>(10).fill(429)])
    assert.equal((await askFrom('2001:db8:1:ff::1')).status, 429)
    assert.equal((await askFrom('2001:db8:1:100::1')).status, 200)
    for (let at = 1; at < 480 - 120; at += 1) {
      const subnet = (0x200 + (at % 60) * 0x100).toString(16)
      assert.equal((await askFrom(`2001:db8:1:${subnet}::1`)).status, 200, String(at))
    }
    assert.equal((await askFrom('2001:db8:1:ff00::1')).status, 429)
    assert.equal((await askFrom('2001:db8:2::1')).status, 200)
  })

  it('does not let one client use up the limit of its neighbors', async () => {
    for (let at = 0; at < 150; at += 1) await askFrom('2001:db8:3::1')
    assert.equal((await askFrom('2001:db8:3::1')).status, 429)
    assert.equal((await askFrom('2001:db8:3:1::1')).status, 200)
  })

  it('counts guesses of a sign-in link in the same tiers', async () => {
    for (let at = 0; at < 80; at += 1) {
      assert.equal(await guessFrom(`2001:db8:4:${(at % 8).toString(16)}::1`), 410, String(at))
    }
    assert.equal(await guessFrom('2001:db8:4:ff::1'), 429)
    assert.equal(await guessFrom('2001:db8:4:100::1'), 410)
  })
})
