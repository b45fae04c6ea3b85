import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import type { Incident } from '../../src/accounts/incident-store.ts'
import type { Region } from '../../src/game/region.ts'
import { renderJsonFeed } from '../../src/history/feeds/render-json-feed.ts'
import { createIncidentFeed } from '../../src/site/status/status-feed.ts'
import { STATUS_DOCUMENTS } from '../../src/site/status/status-summary.ts'
import { OVERVIEW_MESSAGES } from '../../src/site/status/overview-messages.ts'
import { LANGUAGES } from '../../src/platform/language.ts'
import { DAY_MS } from '../../src/platform/time/time-units.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { START, startPublicScene, MINUTE, type PublicScene } from './scene.ts'

// The answer to "is it up?", for people and for widgets.

/** The scripts of the page: one follows the preferences, the other reads newer pages. */
const SCRIPTS = [
  '<script type="module" src="/docs/assets/preferences.js" blocking="render">',
  '<script type="module" src="/docs/assets/status.js">',
]

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
      assert.deepEqual(page.match(/<script[^>]*>/g), SCRIPTS)
      assert.ok(!page.includes('<b>'))
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
    for (const name of STATUS_DOCUMENTS) {
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

  it('is read by feed readers, which the page leads to', async () => {
    const { body } = await send(scene.test.origin, '/status?lang=ja')
    const [, address = ''] =
      /type="application\/atom\+xml"\s+href="([^"]+)"/.exec(body.toString()) ?? []
    const atom = await send(scene.test.origin, address.replaceAll('&amp;', '&'))
    assert.match(atom.headers['content-type'] ?? '', /^application\/atom\+xml/)
    const { entries = [] } = parseAtomFeed(atom.body.toString())
    assert.deepEqual(
      new Set(entries.map(({ title }) => title?.value)),
      new Set([
        `${OVERVIEW_MESSAGES.ja.incidentStates.scheduled}: New database`,
        `${OVERVIEW_MESSAGES.ja.incidentStates.investigating}: <script>alert(1)</script> slow`,
      ]),
    )
    const titles = [...body.toString().matchAll(/feed\.(?:atom|json)[^"]*"\s+title="([^"]+)"/g)]
    assert.deepEqual(
      titles.map(([, title]) => title),
      ['障害情報のフィード（Atom）', '障害情報のフィード（JSON）'],
    )
    const again = await send(scene.test.origin, address.replaceAll('&amp;', '&'), {
      headers: { 'If-None-Match': atom.headers.etag ?? '' },
    })
    assert.equal(again.status, 304)
    assert.equal((await send(scene.test.origin, '/status/feed.atom?region=xx')).status, 400)
    assert.equal((await send(scene.test.origin, '/status/feed.rss')).status, 404)
  })

  it('feeds update the entry of an incident, and are apart by region', () => {
    const incident = (incidentId: string, components: Incident['components']): Incident => ({
      incidentId,
      title: incidentId,
      impact: 'minor',
      components,
      createdAtMs: START,
      window: undefined,
      endedAtMs: undefined,
      updates: [
        { updateId: 'b', atMs: START + MINUTE, state: 'identified', text: 'Found.' },
        { updateId: 'a', atMs: START, state: 'investigating', text: 'Looking.' },
      ],
    })
    const incidents = [
      incident('jp', ['gateway-jp']),
      incident('tw', ['collector-tw']),
      incident('both', ['gateway-tw', 'api']),
      incident('all', []),
    ]
    const feedOf = (region: Region | undefined) =>
      createIncidentFeed(
        { format: 'json', language: 'en', region },
        { incidents, origin: 'https://backline.example', nowMs: START + DAY_MS },
      )
    const idsOf = (region?: Region) =>
      new Set(feedOf(region).entries.map(({ id }) => id.split(':').at(-1)))
    assert.deepEqual(idsOf(), new Set(['all', 'both', 'jp', 'tw']))
    assert.deepEqual(idsOf('jp'), new Set(['all', 'both', 'jp']))
    const { items = [], ...feed } = parseJsonFeed(renderJsonFeed(feedOf('jp')))
    assert.equal(feed.feed_url, 'https://backline.example/status/feed.json?language=en&region=jp')
    for (const { date_modified: modified, content_text: text = '', url } of items) {
      assert.equal(modified, new Date(START + MINUTE).toISOString())
      assert.match(text, /Identified: Found\.\n.*Investigating: Looking\.$/)
      assert.match(url ?? '', /\/status\?lang=en#/)
    }
  })
})
