import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '../../../../test/harness/send.ts'
import { openAdminListener, plain } from './admin-listener.ts'

const pages = { '/status': () => plain(200, 'all is well') }

test('the admin listener on a loopback address rejects a foreign host name', async (t) => {
  const { origin, close } = await openAdminListener({ host: '127.0.0.1', port: 0 }, pages)
  t.after(close)
  const statusOf = async (host: string) =>
    (await send(origin, '/status', { headers: { Host: host } })).status
  for (const host of [
    '127.0.0.1',
    'localhost:9787',
    'LOCALHOST',
    '127.0.0.2:1',
    '[::1]:9787',
    '[::1]',
  ]) {
    assert.equal(await statusOf(host), 200, host)
  }
  for (const host of [
    'evil.example',
    'evil.example:9787',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
  ]) {
    assert.equal(await statusOf(host), 421, host)
  }
})

test('the admin listener on a network address accepts any host name', async (t) => {
  const { origin, close } = await openAdminListener({ host: '0.0.0.0', port: 0 }, pages)
  t.after(close)
  const { status } = await send(origin.replace('0.0.0.0', '127.0.0.1'), '/status', {
    headers: { Host: 'node1:9787' },
  })
  assert.equal(status, 200)
})
