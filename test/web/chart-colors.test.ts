import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { rankColor } from '../../src/history/charts/rank-color.ts'

type Three = readonly [number, number, number]

const css = readFileSync(new URL('../../web/shared/styles/tokens.css', import.meta.url), 'utf8')
const THEMES = ['light', 'dark'] as const
const NAMES = Array.from({ length: 8 }, (_, place) => `chart-${String(place + 1)}`)

// What eyes without one kind of cone see of linear red, green and blue: Machado, Oliveira and
// Fernandes, 2009.
const EYES: Readonly<Record<string, readonly [Three, Three, Three]>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

describe('the colors of charts', () => {
  for (const theme of THEMES) {
    it(`stand out from the paper by 3 to 1 in ${theme}`, () => {
      for (const paper of ['paper', 'paper-raised'])
        for (const name of [...NAMES, 'gap']) {
          const ratio = contrast(read(name, theme), read(paper, theme))
          assert.ok(ratio >= 3, `${name} on ${paper}: ${ratio.toFixed(2)}`)
        }
    })

    for (const [eyes, matrix] of Object.entries(EYES))
      it(`are told apart in ${theme} by eyes with ${eyes}`, () => {
        const seen = NAMES.map((name) => toOklab(see(matrix, read(name, theme))))
        for (const [place, one] of seen.entries())
          for (const other of seen.slice(0, place)) {
            const distance = Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))
            assert.ok(distance >= 0.09, `${String(NAMES[place])}: ${distance.toFixed(3)}`)
          }
      })
  }
})

describe('the colors of regions', () => {
  for (const region of ['jp', 'tw', 'en', 'kr']) {
    it(`carry text: ${region}`, () => {
      for (const theme of THEMES)
        for (const paper of ['paper', 'paper-sunken', 'paper-raised']) {
          const ratio = contrast(read(`region-${region}`, theme), read(paper, theme))
          assert.ok(ratio >= 4.5, `${theme}, on ${paper}: ${ratio.toFixed(2)}`)
        }
      for (const part of ['field', 'deep']) {
        const [, hex = ''] = new RegExp(`--region-${region}-${part}: (#\\w{6})`).exec(css) ?? []
        const ratio = contrast(toLinear(hex), [1, 1, 1])
        assert.ok(ratio >= 6, `white on ${part}: ${ratio.toFixed(2)}`)
      }
    })
  }
})

describe('the colors of text', () => {
  for (const theme of THEMES)
    it(`stand out by 4.5 to 1 in ${theme}`, () => {
      for (const name of ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad'])
        for (const paper of ['paper', 'paper-sunken', 'paper-raised']) {
          const ratio = contrast(read(name, theme), read(paper, theme))
          assert.ok(ratio >= 4.5, `${name} on ${paper}: ${ratio.toFixed(2)}`)
        }
    })
})

describe('the color of a rank', () => {
  it('differs between the ranks that are shown by default, and is always the same', () => {
    const usual = [1, 10, 100, 500, 1_000, 5_000, 10_000].map(rankColor)
    assert.equal(new Set(usual).size, 7)
    for (let rank = 1; rank <= 20_000; rank += 37) {
      const color = rankColor(rank)
      assert.ok(Number.isInteger(color) && color >= 0 && color < 8, String(rank))
    }
  })
})

/** A token's color as linear light. */
function read(name: string, theme: (typeof THEMES)[number]): Three {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? []
  return toLinear(theme === 'light' ? light : dark)
}

function toLinear(hex: string): Three {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function see(matrix: readonly Three[], color: Three): Three {
  const row = (at: number) => Math.min(1, Math.max(0, dot(matrix[at] ?? [0, 0, 0], color)))
  return [row(0), row(1), row(2)]
}

function contrast(one: Three, other: Three): number {
  const [dim = 0, bright = 0] = [one, other]
    .map((color) => dot([0.2126, 0.7152, 0.0722], color) + 0.05)
    .sort((a, b) => a - b)
  return bright / dim
}

function toOklab(color: Three): Three {
  const cones: Three = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], color)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], color)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], color)),
  ]
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ]
}

function dot(one: Three, other: Three): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}
