import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { readChart, type DrawnPoint } from '../../../test/harness/read-chart.ts'
import { CHART_LANGUAGES, CHART_THEMES } from '../../contract/public/chart-choices.ts'
import { REGIONS } from '../../domain/region.ts'
import { chartOrder } from '../chart-order-for-tests.ts'
import type { ChartOrder } from '../chart-order.ts'
import { CHART_COLOURS } from './chart-colours.ts'
import { chartText, familiesFor } from './chart-fonts.ts'
import { chartFormats } from './chart-formats.ts'
import { CHART_WORDS } from './chart-words.ts'
import { drawChart } from './draw-chart.ts'
import { fitted } from './lay-text.ts'
import { timeTicks } from './time-ticks.ts'

const BUDGET_BYTES = 300_000
const TWENTY = [
  1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 400, 500, 700, 1_000, 2_000, 3_000, 5_000, 7_000,
  10_000,
]

const svgOf = async (order: ChartOrder) =>
  Buffer.from(await drawChart({ ...order, type: 'image/svg+xml' })).toString()
const pngOf = (order: ChartOrder) => drawChart({ ...order, type: 'image/png' })

describe('a picture of a curve', () => {
  it('shows every point within a pixel, part by part, and a band for each gap', async () => {
    const order = chartOrder({ ranks: TWENTY, snapshots: 100 })
    const drawn = readChart(await svgOf(order))
    assert.deepEqual([...drawn.lines.keys()], TWENTY)
    for (const { rank, parts } of order.lines) {
      const read = drawn.lines.get(rank) ?? []
      assert.equal(read.length, parts.length)
      for (const [at, part] of parts.entries()) {
        assert.equal(read[at]?.length, part.length)
        for (const [index, [atMs, points]] of part.entries()) {
          const point: DrawnPoint | undefined = read[at]?.[index]
          assert.ok(Math.abs((point?.atMs ?? 0) - atMs) <= drawn.pixelMs)
          assert.ok(Math.abs((point?.points ?? 0) - points) <= drawn.pixelPoints)
        }
      }
    }
    assert.equal(drawn.gaps.length, 1)
    assert.ok(Math.abs((drawn.gaps[0]?.fromMs ?? 0) - (order.gaps[0]?.fromMs ?? 0)) < drawn.pixelMs)
  })

  it('is painted where it is drawn', async () => {
    const order = chartOrder({ ranks: [100], snapshots: 40 })
    const svg = await svgOf(order)
    const { data, info } = await sharp(await pngOf(order))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [, path = ''] = / d="M([^"]+)"[^>]*class="line"/.exec(svg) ?? []
    const colour = [0, 2, 4].map((at) =>
      Number.parseInt(CHART_COLOURS.light.curves[0]?.slice(at + 1, at + 3) ?? '', 16),
    )
    const points = [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    assert.ok(points.length > 30)
    for (const [x = 0, y = 0] of points) {
      // A stroke has soft edges, so one of the pixels around the point is the darkest of it.
      const off = [-1, 0, 1].flatMap((right) =>
        [-1, 0, 1].map((down) => {
          const at = (Math.floor(y + down) * info.width + Math.floor(x + right)) * info.channels
          return Math.max(...colour.map((part, index) => Math.abs((data[at + index] ?? 0) - part)))
        }),
      )
      assert.ok(Math.min(...off) < 40, `${x} ${y}: ${off.join(' ')}`)
    }
  })

  it('has the colours of the pages', () => {
    const tokens = readFileSync(join(import.meta.dirname, '../../../web/tokens.css'), 'utf8')
    for (const [at, theme] of CHART_THEMES.entries()) {
      const { curves, ...others } = CHART_COLOURS[theme]
      const names = {
        paper: 'paper',
        ink: 'ink',
        inkSoft: 'ink-soft',
        grid: 'curve-grid',
        gap: 'gap',
      }
      const pairs = Object.entries(names).map<[string, string]>(([key, name]) => [
        name,
        others[key as keyof typeof names],
      ])
      pairs.push(...curves.map((colour, index): [string, string] => [`curve-${index + 1}`, colour]))
      for (const [name, colour] of pairs) {
        const token = new RegExp(`--${name}: light-dark\\((\\S+), (\\S+)\\)`).exec(tokens)
        assert.equal(colour, token?.[at + 1], name)
      }
    }
  })

  it('is at most 300 kB, however large it is and however much is in it', async () => {
    for (const theme of CHART_THEMES) {
      const order = chartOrder({
        ranks: TWENTY,
        snapshots: 100,
        theme,
        width: 1_600,
        height: 1_200,
        language: 'zh-Hant',
        zone: 'America/Argentina/ComodRivadavia',
      })
      assert.ok((await pngOf(order)).byteLength <= BUDGET_BYTES)
      const svg = await svgOf(order)
      assert.ok(svg.length <= BUDGET_BYTES, `${svg.length} bytes`)
    }
  })

  it('is at most 300 kB even when every line jumps from end to end, and its ground is even', async () => {
    const order = chartOrder({
      ranks: TWENTY,
      snapshots: 100,
      width: 1_600,
      height: 1_200,
      theme: 'dark',
    })
    const lines = order.lines.map(({ rank, parts }, line) => ({
      rank,
      parts: parts.map((part) =>
        part.map(([at], index): [number, number] => [
          at,
          ((index * 7_919 + line * 104_729) % 1_000) * 5_000,
        ]),
      ),
    }))
    for (const one of [order, { ...order, lines }]) {
      const png = await pngOf(one)
      assert.ok(png.byteLength <= BUDGET_BYTES, `${png.byteLength} bytes`)
      assert.ok((await svgOf(one)).length <= BUDGET_BYTES)
      const { data, info } = await sharp(png)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const ground = Array.from({ length: info.height }, (_, y) =>
        data.subarray(y * info.width * 3, y * info.width * 3 + 3).toString('hex'),
      )
      assert.equal(new Set(ground).size, 1)
      // A palette may be a shade off.
      if (one === order) assert.equal(ground[0], CHART_COLOURS.dark.paper.slice(1))
    }
  })

  it('has no text that a font of the reader would draw, and nothing that is fetched', async () => {
    for (const language of CHART_LANGUAGES) {
      const svg = await svgOf(chartOrder({ language }))
      assert.doesNotMatch(svg, /<text|<image|<use|<style|<script|href|url\(|@import/)
    }
  })

  it('draws every word of every language with the first font of that language', () => {
    for (const language of CHART_LANGUAGES) {
      const words = CHART_WORDS[language]
      const formats = chartFormats({ language, zone: 'Asia/Tokyo', untilMs: 0 })
      const months = Array.from({ length: 12 }, (_, month) =>
        formats.moment(Date.UTC(2026, month, 1)),
      )
      const times = [0, 86_400_000 * 1_000].flatMap((span) =>
        formats.ticks(timeTicks(0, span + 86_400_000, 'Asia/Tokyo', 8)),
      )
      const numbers = formats.compact([
        0, 999, 1_500, 12_000, 34_000_000, 560_000_000, 7_000_000_000_000,
      ])
      const said = [
        words.event('1'),
        words.rank('1'),
        words.gap,
        words.noData,
        words.lastRead(''),
        words.times('A/b_c-d+1'),

        ...Object.values(words.states).map((state) => state('')),
        ...months,
        ...times,
        ...numbers,
        formats.whole(1_234_567),
        '–',
        '· … Backline',
      ]
      for (const text of said) {
        // White space is one space, and nothing at an end.
        const plain = text.replaceAll(/\s+/g, ' ').trim()
        assert.equal(chartText(language, text), plain, language)
        assert.equal(familiesFor(language, plain).length, 1, `${language}: ${plain}`)
      }
    }
  })

  it('says anybody’s name with what the fonts have, and escapes it', async () => {
    for (const name of [
      '<script>alert(1)</script>',
      ']]> & " \' \u0000 \uFFFF \uD800',
      '👩‍👩‍👧 نجمة الليل',
      '',
      '夜'.repeat(500),
    ]) {
      const svg = await svgOf(chartOrder({ event: { ...chartOrder().event, name }, snapshots: 3 }))
      assert.ok(['<script', '\u0000', '\uFFFF'].every((bad) => !svg.includes(bad)))
      assert.equal(svg.match(/<title>[^<]*<\/title>/g)?.length, 1)
      // The other program reads it as XML.
      assert.equal((await sharp(Buffer.from(svg)).metadata()).width, 1_200)
    }
  })

  it('cuts a long name to the room there is', () => {
    const label = { language: 'en', x: 0, y: 0, anchor: 'start', size: 20, colour: '#000' } as const
    const { text, pixels } = fitted({ ...label, text: 'wide '.repeat(40), maxWidth: 200 })
    assert.ok(text.endsWith('…') && text.length < 30 && pixels === 16)
    assert.deepEqual(fitted({ ...label, text: 'short', maxWidth: 200 }), {
      text: 'short',
      pixels: 20,
    })
  })

  it('is drawn of anything that can be asked for', async () => {
    const time = fc.integer({ min: 0, max: 999_999_999_999_999 })
    const value = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 2 ** 53 - 1))
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          width: fc.integer({ min: 320, max: 1_600 }),
          height: fc.integer({ min: 240, max: 1_200 }),
          theme: fc.constantFrom(...CHART_THEMES),
          // Of one font: to read another one takes longer than to draw.
          language: fc.constantFrom('en' as const, 'ja' as const),
          zone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'),
          region: fc.constantFrom(...REGIONS),
        }),
        fc.uniqueArray(fc.tuple(time, value), { maxLength: 4, selector: ([at]) => at }),
        fc.tuple(time, time),
        async (look, points, [one, other]) => {
          const [fromMs, untilMs] = [Math.min(one, other), Math.max(one, other) + 60_000]
          const inside = points
            .filter(([at]) => at >= fromMs && at < untilMs)
            .toSorted(([a], [b]) => a - b)
          const parts = inside.length === 0 ? [] : [inside]
          const svg = await svgOf(
            chartOrder({ ...look, fromMs, untilMs, gaps: [], lines: [{ rank: 1, parts }] }),
          )
          assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
        },
      ),
      { numRuns: 25 },
    )
  })
})
