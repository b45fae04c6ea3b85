import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import {
  EVENT_ID,
  eventSnapshot,
  START,
  startPublicScene,
  type PublicScene,
} from '../public/scene.ts'

const HOUR = 3_600_000
let scene: PublicScene

/** Returns the page of a link as a browser without a cookie gets it, or with one. */
async function readPage(link: string, headers: Readonly<Record<string, string>> = {}) {
  return (await send(scene.test.origin, link, { headers })).body.toString()
}

/** Returns what the page shows before its script, and the data for the script. */
function partsOf(page: string) {
  const [shown = '', data = ''] = page.split('<script type="application/json" id="first-data">')
  return {
    shown: shown.slice(shown.search(/<div\s+id="tracker"/)),
    data: data.split('</script>')[0] ?? '',
  }
}

before(async () => {
  scene = await startPublicScene(temporaryFolder())
})
after(() => scene.test.stop())

describe('the first screen that the server renders', () => {
  it('shows the current cutoffs and the chart picture in the language of the browser', async () => {
    const { shown } = partsOf(await readPage('/', { 'Accept-Language': 'ja' }))
    assert.match(shown, /<h1 id="event">[^<]+<\/h1>/)
    assert.match(shown, /<b class="cutoff-points">1,200<span class="spoken"> ポイント/)
    assert.match(shown, /data-rank="100".*<b class="cutoff-points">120</)
    assert.match(shown, /地域のタイムゾーン（[^）]*Asia\/Tokyo/)
    const [, picture = ''] = /<noscript>.*<img[^>]* src="([^"]+)"/.exec(shown) ?? []
    const path = picture.replaceAll('&amp;', '&')
    assert.match(path, /language=ja&zone=Asia%2FTokyo$/)
    const { status, headers } = await send(scene.test.origin, path)
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'])
  })

  it('is as the reader chose before, by the cookie of the page', async () => {
    const cookie = 'other=1; backline-view=ko.dark.tw.1000.Europe%2FParis; session=2'
    const page = await readPage('/', { Cookie: cookie, 'Accept-Language': 'ja' })
    assert.match(page, /<html lang="ko" data-theme="dark" data-region="tw">/)
    const { shown, data } = partsOf(page)
    assert.match(shown, /class="hero" data-region="tw"/)
    assert.match(shown, /시간대\([^)]*Europe\/Paris/)
    assert.match(data, /^\s*\{"nowMs":\d+,"results":\[\["tw",/)
    // Links win over what is remembered.
    const linked = await readPage('/?region=kr&lang=en&theme=light', { Cookie: cookie })
    assert.match(linked, /<html lang="en" data-theme="light" data-region="kr">/)
    const { headers } = await send(scene.test.origin, '/')
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal(headers['vary'], 'Accept-Encoding, Accept-Language, Cookie')
  })

  it('ignores a cookie that the page has not written', async () => {
    for (const value of ['%', '<script>.x.y.-1-abc.Mars%2FBase', '.'.repeat(2_000)]) {
      const page = await readPage('/', { Cookie: `backline-view=${value}` })
      assert.match(page, /<html lang="en" data-theme="auto" data-region="jp">|skeleton/)
      assert.doesNotMatch(page, /Mars|<script>\./)
    }
  })

  it('escapes names, in the content and in the data', async () => {
    scene.clock.advance(60_000)
    const { snapshot } = eventSnapshot('en', scene.clock.nowMs(), 500)
    const name = '</script><img src=x onerror="alert(1)">'
    const rows = snapshot.rows.map((row) => ({ ...row, holders: [{ id: '11', name }] }))
    await scene.record({ snapshot: { ...snapshot, rows } })
    const page = await readPage('/?region=en')
    assert.match(page, /&lt;\/script&gt;&lt;img/)
    assert.equal(page.split('<img src=x').length, 1)
    const data: unknown = JSON.parse(partsOf(page).data)
    assert.ok(JSON.stringify(data).includes('</script><img'))
  })

  it('shows the final result of a past run', async () => {
    const past = START - 30 * 24 * HOUR
    const { shown } = partsOf(await readPage(`/?event=${EVENT_ID}&startsAt=${past}&region=kr`))
    assert.match(shown, /class="state ended"/)
    assert.match(shown, /cutoff-points/)
  })

  it('is left to the script while the history cannot be read', async () => {
    const { runs } = scene.history
    scene.history.runs = () => Promise.reject(new Error('The disk is gone.'))
    // A link of its own: the last screen of another one is kept for a second.
    const page = await readPage('/?region=jp&scale=log')
    scene.history.runs = runs
    assert.match(page, /skeleton-chart/)
    assert.doesNotMatch(page, /first-data/)
    assert.match(page, /<noscript>[^]*\/docs\/public-data/)
  })
})
