import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { RunReference } from '../../history/api/run-reference.ts'
import { describeEmbed } from './describe-embed.ts'
import { headTags } from './head-tags.ts'
import { linkPreview } from './link-preview.ts'

const ORIGIN = 'https://backline.example'
const NOW = Date.UTC(2026, 10, 21, 12, 34)
const settings = { origin: ORIGIN, nowMs: NOW, hasNamedRun: true }
const pictureOf = (query: string, hasNamedRun = true) =>
  linkPreview(new URLSearchParams(query), { ...settings, hasNamedRun }).picture?.url

describe('link preview', () => {
  it('has the chart that the link shows', () => {
    assert.equal(pictureOf(''), `${ORIGIN}/api/public/v1/game/jp/events/current/chart.png`)
    assert.equal(
      pictureOf(
        'region=tw&event=2004&startsAt=5&ranks=1,100&from=10&until=20&lang=zh-Hant&theme=dark',
      ),
      `${ORIGIN}/api/public/v1/game/tw/events/2004/chart.png?ranks=1&ranks=100&startsAt=5&from=10&until=20&theme=dark&language=zh-Hant`,
    )
    const day = Date.UTC(2026, 10, 20, 12)
    assert.equal(
      pictureOf('range=24h'),
      `${ORIGIN}/api/public/v1/game/jp/events/current/chart.png?from=${day}`,
    )
    assert.equal(pictureOf('tab=music'), undefined)
    const songs = `${ORIGIN}/api/public/v1/game/jp`
    assert.equal(pictureOf('tab=music&board=7'), `${songs}/music/7/chart.png`)
    assert.equal(pictureOf('tab=challenge&board=8'), `${songs}/challenges/8/chart.png`)
  })

  it('has the chart of the newest run when the link names an unknown one', () => {
    const chart = `${ORIGIN}/api/public/v1/game/jp/events/2004/chart.png`
    for (const range of ['', '&from=10&until=20']) {
      assert.equal(pictureOf(`event=2004&startsAt=5${range}&ranks=7`, false), `${chart}?ranks=7`)
    }
    assert.equal(pictureOf('event=2004&from=10&until=20', false), `${chart}?from=10&until=20`)
  })

  it('omits values that the tracker does not write', () => {
    for (const query of [
      'region=cn&event=-1&ranks=0,x,-5&from=20&until=10&lang=xx&theme=sepia&range=__proto__',
      'event=1%22%3E%3Cscript%3E&ranks=1%0A&startsAt=5',
      'range=constructor&lang=toString',
    ]) {
      const url = pictureOf(query) ?? ''
      assert.match(
        url,
        /^https:\/\/backline\.example\/api\/public\/v1\/game\/jp\/events\/current\/chart\.png$/,
      )
    }
  })

  it('puts no untrusted text into the page', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "'onload=x",
        'javascript:alert(1)',
        '</title>',
        '&quot;',
        'https://evil.example/',
      ),
    )
    const name = fc.constantFrom(
      'region',
      'event',
      'startsAt',
      'ranks',
      'range',
      'from',
      'until',
      'with',
      'tab',
      'board',
      'lang',
      'theme',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(name, nasty), { maxLength: 6 }), (pairs) => {
        const text = headTags(new URLSearchParams(pairs), settings)
          .map((tag) => tag.text)
          .join('\n')
        assert.doesNotMatch(text, /script>|evil|javascript|onload/)
        for (const tag of text.split(/\n(?=<)/)) {
          assert.match(tag, /^<(?:meta|link)(?:\s+[a-z]+="[^"<>]*")+\s*\/>$/)
        }
      }),
    )
  })

  it('has one image tag and one oEmbed link', () => {
    const tags = headTags(new URLSearchParams('event=2004&lang=ja'), settings)
      .map(({ text }) => text)
      .join('')
    for (const part of [
      'og:title',
      'og:description',
      'og:image"',
      'og:image:width',
      'twitter:card',
      'application/json+oembed',
    ]) {
      assert.equal(tags.split(part).length, 2, part)
    }
    assert.match(tags, /イベント 2004/)
    assert.match(tags, /content="summary_large_image"/)
    const bare = headTags(new URLSearchParams('tab=challenge'), settings)
      .map(({ text }) => text)
      .join('')
    assert.doesNotMatch(bare, /og:image|oembed/)
  })
})

describe('oEmbed', () => {
  const isKnownRun = ({ startsAtMs }: RunReference) => Promise.resolve(startsAtMs === 5)
  const ask = (query: Record<string, string>) =>
    describeEmbed(new URLSearchParams(query), { origin: ORIGIN, nowMs: NOW, isKnownRun })

  it('returns the chart of a link to this origin, within the requested size', async () => {
    const url = `${ORIGIN}/?event=2004`
    const standard = await ask({ url })
    assert.ok(standard.type === 'photo')
    assert.deepEqual([standard.message['width'], standard.message['height']], [1_200, 630])
    for (const most of [
      { maxwidth: '600' },
      { maxheight: '100' },
      { maxwidth: '1', maxheight: '1' },
      { maxwidth: '999999999' },
    ]) {
      const embed = await ask({ url, ...most })
      assert.ok(embed.type === 'photo')
      const { message } = embed
      assert.ok(Number(message['width']) <= Number(most.maxwidth ?? 1e9))
      assert.ok(Number(message['height']) <= Number(most.maxheight ?? 1e9))
      const drawn = new URL(String(message['url'])).searchParams
      assert.ok(
        Number(drawn.get('width') ?? 1_200) >= 320 && Number(drawn.get('height') ?? 630) >= 240,
      )
    }
  })

  it('returns the chart of the run that the link names, if it is known', async () => {
    for (const [startsAt, query] of [
      ['5', '?startsAt=5'],
      ['6', ''],
    ]) {
      const embed = await ask({ url: `${ORIGIN}/?event=2004&startsAt=${startsAt}` })
      assert.ok(embed.type === 'photo')
      assert.equal(new URL(String(embed.message['url'])).search, query)
    }
  })

  it('rejects foreign links, other formats and invalid parameters', async () => {
    for (const url of [
      'https://evil.example/',
      `${ORIGIN}/docs`,
      `${ORIGIN}.evil.example/`,
      'nonsense',
      `${ORIGIN}:444/`,
      'javascript:alert(1)',
      `${ORIGIN}/?tab=music`,
    ]) {
      assert.equal((await ask({ url })).type, 'unknown', url)
    }
    const url = `${ORIGIN}/`
    assert.equal((await ask({ url, format: 'xml' })).type, 'format')
    assert.deepEqual(await ask({}), { type: 'parameters', wrong: 'url' })
    for (const maxwidth of ['0', '-1', 'x', '1e3', '']) {
      assert.deepEqual(await ask({ url, maxwidth }), { type: 'parameters', wrong: 'maxwidth' })
    }
  })
})
