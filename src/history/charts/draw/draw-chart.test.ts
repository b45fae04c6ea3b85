import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { readChart, type DrawnPoint } from '../../../../test/harness/read-chart.ts'
import { LANGUAGES } from '../../../platform/language.ts'
import { CHART_THEMES } from '../chart-choices.ts'
import { REGIONS } from '../../../game/region.ts'
import { chartSpec } from '../chart-spec-for-tests.ts'
import type { ChartSpec } from '../chart-spec.ts'
import { rankColor } from '../rank-color.ts'
import { CHART_COLORS } from './chart-colors.ts'
import { chartText, familiesFor } from './chart-fonts.ts'
import { chartFormats } from './chart-formats.ts'
import { CHART_LABELS } from './chart-labels.ts'
import { drawChart } from './draw-chart.ts'
import { fitLabel } from './text-layout.ts'
import { timeTicks } from './time-ticks.ts'

const BUDGET_BYTES = 300_000
const TWENTY = [
  1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 400, 500, 700, 1_000, 2_000, 3_000, 5_000, 7_000,
  10_000,
]

const svgOf = async (spec: ChartSpec) =>
  Buffer.from(await drawChart({ ...spec, type: 'image/svg+xml' })).toString()
const pngOf = (spec: ChartSpec) => drawChart({ ...spec, type: 'image/png' })

describe('chart drawing', () => {
  it('draws every point within a pixel, part by part, and a band for each gap', async () => {
    const spec = chartSpec({ ranks: TWENTY, snapshots: 100 })
    const drawn = readChart(await svgOf(spec))
    assert.deepEqual([...drawn.lines.keys()], TWENTY)
    for (const { rank, parts } of spec.lines) {
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
    assert.ok(Math.abs((drawn.gaps[0]?.fromMs ?? 0) - (spec.gaps[0]?.fromMs ?? 0)) < drawn.pixelMs)
  })

  it('marks the nights of the region, in a comparison those of its own run', async () => {
    const spec = chartSpec({ ranks: [100] })
    const nightsOf = async (one: ChartSpec) =>
      [...(await svgOf(one)).matchAll(/class="night" x="([^"]+)"/g)].map(([, x]) => Number(x))
    // From noon in Japan, for almost two days.
    const nights = await nightsOf(spec)
    assert.equal(nights.length, 2)
    const { fromMs, untilMs } = spec
    const startMs = spec.subject.startsAtMs
    const since = { fromMs: fromMs - startMs, untilMs: untilMs - startMs }
    const other = { region: 'tw', name: '', id: '1', startsAtMs: startMs + 5 * 3_600_000 } as const
    const moved = spec.lines.map((line) => ({
      ...line,
      parts: line.parts.map((part) => part.map(([at, points]) => [at - startMs, points] as const)),
    }))
    assert.deepEqual(
      await nightsOf({ ...spec, ...since, gaps: [], lines: moved, compared: [other] }),
      nights,
    )
  })

  it('rasterizes lines at their position', async () => {
    const spec = chartSpec({ ranks: [100], snapshots: 40 })
    const svg = await svgOf(spec)
    const { data, info } = await sharp(await pngOf(spec))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [, path = ''] = / d="M([^"]+)"[^>]*class="line"/.exec(svg) ?? []
    const curve = CHART_COLORS.light.curves[rankColor(100)]
    const color = [0, 2, 4].map((at) => Number.parseInt(curve?.slice(at + 1, at + 3) ?? '', 16))
    const points = [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    assert.ok(points.length > 30)
    for (const [x = 0, y = 0] of points) {
      // Strokes are antialiased, so one of the pixels around the point is the darkest.
      const off = [-1, 0, 1].flatMap((right) =>
        [-1, 0, 1].map((down) => {
          const at = (Math.floor(y + down) * info.width + Math.floor(x + right)) * info.channels
          return Math.max(...color.map((part, index) => Math.abs((data[at + index] ?? 0) - part)))
        }),
      )
      assert.ok(Math.min(...off) < 40, `${x} ${y}: ${off.join(' ')}`)
    }
  })

  it('clips no text at the edges, even without data', async () => {
    for (const language of LANGUAGES) {
      const spec = chartSpec({ ranks: [1_000], language, width: 480, height: 320 })
      const lines = spec.lines.map(({ rank }) => ({ rank, parts: [] }))
      const empty = { ...spec, lines, gaps: [], untilMs: spec.fromMs + 3_600_000 }
      const { data, info } = await sharp(await pngOf(empty))
        .raw()
        .toBuffer({ resolveWithObject: true })
      const ground = data.subarray(0, info.channels)
      for (const x of [0, 1, 2, info.width - 3, info.width - 2, info.width - 1]) {
        for (let y = 0; y < info.height; y += 1) {
          const at = (y * info.width + x) * info.channels
          assert.ok(ground.equals(data.subarray(at, at + info.channels)), `${language} ${x} ${y}`)
        }
      }
    }
  })

  it('has the colors of the pages', () => {
    const tokens = readFileSync(
      join(import.meta.dirname, '../../../../web/shared/styles/tokens.css'),
      'utf8',
    )
    for (const [at, theme] of CHART_THEMES.entries()) {
      const { curves, ...others } = CHART_COLORS[theme]
      const names = {
        paper: 'paper-raised',
        ink: 'ink',
        inkSoft: 'ink-soft',
        grid: 'chart-grid',
        gap: 'gap',
      }
      const pairs = Object.entries(names).map<[string, string]>(([key, name]) => [
        name,
        others[key as keyof typeof names],
      ])
      pairs.push(...curves.map((color, index): [string, string] => [`chart-${index + 1}`, color]))
      for (const [name, color] of pairs) {
        const token = new RegExp(`--${name}: light-dark\\((\\S+), (\\S+)\\)`).exec(tokens)
        assert.equal(color, token?.[at + 1], name)
      }
    }
  })

  it('is at most 300 kB, at the largest size with the most data', async () => {
    for (const theme of CHART_THEMES) {
      const spec = chartSpec({
        ranks: TWENTY,
        snapshots: 100,
        theme,
        width: 1_600,
        height: 1_200,
        language: 'zh-Hant',
        zone: 'America/Argentina/ComodRivadavia',
      })
      assert.ok((await pngOf(spec)).byteLength <= BUDGET_BYTES)
      const svg = await svgOf(spec)
      assert.ok(svg.length <= BUDGET_BYTES, `${svg.length} bytes`)
    }
  })

  it('is at most 300 kB even if every line zigzags, with an even background', async () => {
    const spec = chartSpec({
      ranks: TWENTY,
      snapshots: 100,
      width: 1_600,
      height: 1_200,
      theme: 'dark',
    })
    const lines = spec.lines.map(({ rank, parts }, line) => ({
      rank,
      parts: parts.map((part) =>
        part.map(([at], index): [number, number] => [
          at,
          ((index * 7_919 + line * 104_729) % 1_000) * 5_000,
        ]),
      ),
    }))
    for (const one of [spec, { ...spec, lines }]) {
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
      if (one === spec) assert.equal(ground[0], CHART_COLORS.dark.paper.slice(1))
    }
  })

  it('has no text elements and no external references', async () => {
    for (const language of LANGUAGES) {
      const svg = await svgOf(chartSpec({ language }))
      assert.doesNotMatch(svg, /<text|<image|<use|<style|<script|href|url\(|@import/)
    }
  })

  it('draws every label of every language with the first font of that language', () => {
    for (const language of LANGUAGES) {
      const words = CHART_LABELS[language]
      const formats = chartFormats({ language, zone: 'Asia/Tokyo', untilMs: 0 })
      const months = Array.from({ length: 12 }, (_, month) =>
        formats.dateTime(Date.UTC(2026, month, 1)),
      )
      const times = [0, 86_400_000 * 1_000].flatMap((span) =>
        formats.ticks(timeTicks(0, span + 86_400_000, 'Asia/Tokyo', 8)),
      )
      const numbers = formats.compact([
        0, 999, 1_500, 12_000, 34_000_000, 560_000_000, 7_000_000_000_000,
      ])
      const said = [
        words.boards.event('1'),
        words.boards.music('1'),
        words.boards.challenge('1'),
        words.rank('1'),
        words.gap,
        words.noData,
        words.lastRead(''),
        words.times('A/b_c-d+1'),

        ...Object.values(words.states).map((state) => state('')),
        ...months,
        ...times,
        ...numbers,
        formats.full(1_234_567),
        '–',
        '· … Backline',
      ]
      for (const text of said) {
        // White space is collapsed and trimmed.
        const plain = text.replaceAll(/\s+/g, ' ').trim()
        assert.equal(chartText(language, text), plain, language)
        assert.equal(familiesFor(language, plain).length, 1, `${language}: ${plain}`)
      }
    }
  })

  it('draws any name with the available glyphs, escaped', async () => {
    for (const name of [
      '<script>alert(1)</script>',
      ']]> & " \' \u0000 \uFFFF \uD800',
      '👩‍👩‍👧 نجمة الليل',
      '',
      '夜'.repeat(500),
    ]) {
      const svg = await svgOf(
        chartSpec({ subject: { ...chartSpec().subject, name }, snapshots: 3 }),
      )
      assert.ok(['<script', '\u0000', '\uFFFF'].every((bad) => !svg.includes(bad)))
      assert.equal(svg.match(/<title>[^<]*<\/title>/g)?.length, 1)
      // A second program parses it as XML.
      assert.equal((await sharp(Buffer.from(svg)).metadata()).width, 1_200)
    }
  })

  it('truncates a long name to the available width', () => {
    const label = { language: 'en', x: 0, y: 0, anchor: 'start', size: 20, color: '#000' } as const
    const { text, pixels } = fitLabel({ ...label, text: 'wide '.repeat(40), maxWidth: 200 })
    assert.ok(text.endsWith('…') && text.length < 30 && pixels === 16)
    assert.deepEqual(fitLabel({ ...label, text: 'short', maxWidth: 200 }), {
      text: 'short',
      pixels: 20,
    })
  })

  it('draws any valid spec', async () => {
    const time = fc.integer({ min: 0, max: 999_999_999_999_999 })
    const value = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 2 ** 53 - 1))
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          width: fc.integer({ min: 320, max: 1_600 }),
          height: fc.integer({ min: 240, max: 1_200 }),
          theme: fc.constantFrom(...CHART_THEMES),
          // Languages of one font: loading another one takes longer than drawing.
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
            chartSpec({ ...look, fromMs, untilMs, gaps: [], lines: [{ rank: 1, parts }] }),
          )
          assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
        },
      ),
      { numRuns: 25 },
    )
  })
})
