import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Gateway } from '../../src/game/gateway.ts'
import { ServiceError } from '../../src/platform/http/errors/service-error.ts'
import { HOUR_MS, SECOND_MS } from '../../src/platform/time/time-units.ts'
import { createManualClock, type ManualClock } from '../harness/manual-clock.ts'
import { send } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const TARGET = '/api/open/v1/game/jp/announcements'
const NOW_MS = Date.UTC(2026, 10, 22, 12)
let clock: ManualClock
let test: TestService
let key: string

before(async () => {
  clock = createManualClock(NOW_MS)
  const gateway: Gateway = {
    read: () => {
      throw new ServiceError('maintenance', 'The game is in maintenance.')
    },
    close: () => {},
  }
  test = await startTestService({ folder: temporaryFolder(), clock, gateway })
  key = (await test.issueKey()).text
  await test.accounts.incidents.create({
    title: 'New database',
    impact: 'none',
    components: ['gateway-jp'],
    state: 'scheduled',
    text: 'Two hours without the game.',
    window: { fromMs: NOW_MS + HOUR_MS, untilMs: NOW_MS + 3 * HOUR_MS },
  })
})
after(() => test.stop())

const ask = async () => {
  const answer = await send(test.origin, TARGET, { headers: { authorization: `Bearer ${key}` } })
  return [answer.status, Number(answer.headers['retry-after'])] as const
}
/** Asks after the node has read the incidents again, which takes a request. */
const askFresh = async () => {
  clock.advance(11 * SECOND_MS)
  await ask()
  await send(test.origin, '/api/v2/summary.json')
  return ask()
}

describe('Retry-After of the keyed API', () => {
  it('is the rest of the planned maintenance while its window lasts, and not before or after', async () => {
    const [status, early] = await askFresh()
    assert.equal(status, 503)
    assert.ok(early < 600, String(early))
    clock.advance(HOUR_MS)
    const [during, wait] = await askFresh()
    assert.equal(during, 503)
    const leftS = (NOW_MS + 3 * HOUR_MS - clock.nowMs()) / SECOND_MS
    assert.ok(wait >= leftS && wait < leftS + 60, `${wait} of ${leftS}`)
    clock.advance(2 * HOUR_MS)
    const [, late] = await askFresh()
    assert.ok(late < 600, String(late))
  })

  it('is listed with its window for widgets, and as under way in the middle of it', async () => {
    clock.setWall(NOW_MS + 2 * HOUR_MS)
    const { body } = await send(test.origin, '/api/v2/scheduled-maintenances.json')
    const [planned] = (
      JSON.parse(body.toString()) as {
        readonly scheduled_maintenances: readonly Record<string, unknown>[]
      }
    ).scheduled_maintenances
    assert.equal(planned?.['scheduled_until'], new Date(NOW_MS + 3 * HOUR_MS).toISOString())
  })
})
