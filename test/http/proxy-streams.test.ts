import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { after, before, describe, it } from 'node:test'
import { SILENCE_MAX_MS } from '../../src/history/live/live-stream.ts'
import { createFastClock } from '../harness/fast-clock.ts'
import { head } from '../harness/raw-socket.ts'
import { skipWithout } from '../harness/servers.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { startTlsProxy, type TlsProxy } from '../harness/start-tls-proxy.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// An idle live stream behind the proxies with the files of deploy/.
const TIMES = 10
const LIVE = '/api/public/v1/game/jp/live'

/** The timeouts of a file that end an idle connection, in seconds. */
const TIME_OUTS = /(timeout (?:client|server) |proxy_read_timeout )([0-9]+)s/g

for (const name of ['nginx', 'haproxy'] as const) {
  describe(`an idle live stream behind ${name}`, { skip: skipWithout(name, 'openssl') }, () => {
    const folder = temporaryFolder()
    let service: TestService
    let proxy: TlsProxy
    const timeOutsMs: number[] = []
    before(async () => {
      service = await startTestService({
        folder,
        clock: createFastClock(TIMES),
        environment: { BACKLINE_TRUSTED_PROXIES: '127.0.0.1' },
      })
      const { origin } = service
      const { adminOrigin } = service.service
      proxy = await startTlsProxy(name, {
        folder: `${folder}/${name}`,
        origin,
        adminOrigin,
        edit: (text) =>
          text.replaceAll(TIME_OUTS, (_, setting: string, seconds: string) => {
            timeOutsMs.push(Number(seconds) * 1_000)
            return `${setting}${Number(seconds) * (1_000 / TIMES)}ms`
          }),
      })
    })
    after(async () => {
      await proxy.stop()
      await service.stop()
    })

    it('outlasts the timeouts, because of its comments', async () => {
      assert.ok(timeOutsMs.length > 0)
      for (const timeOutMs of timeOutsMs) {
        assert.ok(timeOutMs >= 30_000 && timeOutMs >= 3 * SILENCE_MAX_MS, String(timeOutMs))
      }
      const wanted = Math.ceil((2 * Math.max(...timeOutsMs)) / SILENCE_MAX_MS)
      let stream = await follow(proxy.origin, wanted)
      // On the fast clock deadlines are short: on a busy machine the store may miss the first ones.
      for (let nth = 0; nth < 10 && stream.outcome === 'refused'; nth += 1) {
        stream = await follow(proxy.origin, wanted)
      }
      assert.equal(stream.outcome, 'lasted', stream.text)
    })
  })
}

/** Follows a stream until it has sent `count` comments, is cut, or is rejected. */
async function follow(origin: string, wanted: number) {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { promise, resolve } = Promise.withResolvers<'lasted' | 'cut' | 'refused'>()
  let text = ''
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1')
    if (!text.startsWith('HTTP/1.1 200 ')) resolve('refused')
    if (text.split('\n: \n').length > wanted) resolve('lasted')
  })
  socket.on('close', () => resolve('cut'))
  socket.write(head(`GET ${LIVE} HTTP/1.1`, 'Host: x'))
  const outcome = await promise
  socket.destroy()
  return { outcome, text }
}
