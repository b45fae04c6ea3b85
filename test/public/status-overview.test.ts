import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { OVERVIEW_MESSAGES } from '../../src/site/status/overview-messages.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { START, startPublicScene, MINUTE, type PublicScene } from './scene.ts'

// The answer to "is it up?", for people and for widgets.

const folder = temporaryFolder()
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(folder)
  const nowMs = START + 120 * MINUTE
  await scene.test.accounts.incidents.create({
    title: '<script>alert(1)</script> slow',
    text: 'We are <b>looking</b>.',
    impact: 'minor',
    components: ['api'],
    state: 'investigating',
    window: undefined,
  })
  await scene.test.accounts.incidents.create({
    title: 'New database',
    text: 'Short interruptions.',
    impact: 'none',
    components: ['portal'],
    state: 'scheduled',
    window: { fromMs: nowMs + DAY_MS, untilMs: nowMs + 2 * DAY_MS },
  })
})
after(() => scene.test.stop())

describe('the overview', () => {
  for (const lang of LANGUAGES) {
    it(`says in one sentence how it is, in ${lang}`, async () => {
      const { status, body } = await send(scene.test.origin, `/status?lang=${lang}`)
      assert.equal(status, 200)
      const page = body.toString()
      const { answers, names, incidents, maintenance, days } = OVERVIEW_MESSAGES[lang]
      for (const text of [answers.minor, names.api, incidents, maintenance, days]) {
        assert.ok(page.includes(text), text)
      }
      assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt; slow'))
      assert.ok(!page.includes('<script') && !page.includes('<b>'))
    })
  }

  it('is read by widgets of other sites in the shape of Statuspage', async () => {
    for (const path of ['/api/v2/summary.json', '/status/api/v2/summary.json']) {
      const answer = await send(scene.test.origin, path)
      assert.equal(answer.status, 200)
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      const {
        status,
        incidents,
        scheduled_maintenances: planned,
      } = JSON.parse(answer.body.toString()) as {
        status: { indicator: string }
        incidents: { status: string }[]
        scheduled_maintenances: { status: string }[]
      }
      assert.equal(status.indicator, 'minor')
      assert.deepEqual(
        incidents.map((one) => one.status),
        ['investigating'],
      )
      assert.deepEqual(
        planned.map((one) => one.status),
        ['scheduled'],
      )
    }
    for (const name of ['status', 'components', 'incidents', 'scheduled-maintenances']) {
      const { status } = await send(scene.test.origin, `/api/v2/${name}.json`)
      assert.equal(status, 200, name)
    }
    for (const path of [
      '/api/v2/other.json',
      '/api/v2/summary.json/x',
      '/api/v2/constructor.json',
    ]) {
      assert.equal((await send(scene.test.origin, path)).status, 404, path)
    }
  })
})
