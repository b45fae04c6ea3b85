import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardColors } from './card-colors.ts'

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('text and bars have WCAG AA contrast in every hue', () => {
  for (let hue = 0; hue < 360; hue += 1) {
    const { ground, panel, track, text, quietText, accent } = cardColors(hue)
    for (const above of [text, quietText, accent]) {
      assert.ok(contrast(above, ground) >= 4.5, `${hue}: ${above} on ${ground}`)
      assert.ok(contrast(above, panel) >= 4.5, `${hue}: ${above} on ${panel}`)
    }
    assert.ok(contrast(accent, track) >= 3, `${hue}: ${accent} on ${track}`)
  }
})
