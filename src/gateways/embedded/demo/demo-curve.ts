import type { Curve } from '../growth.ts'
import type { SeededRandom } from './seeded-random.ts'

/** How busy each day of an event is: a slow start, a lull, and a rush at the end. */
const DAYS = [6, 8, 9, 9, 10, 14, 22]

/** How busy each eighth of such a day is, from three in the afternoon: the evening is, the night is not. */
const HOURS = [8, 14, 18, 9, 2, 3, 7, 9]

/** What the last hours have on top. */
const LAST_RUSH = 3

const MILLION = 1_000_000

/** A curve as boards have it in truth: slow at first, a wave each day, a rush at the end. No two are quite the same. */
export function demoCurve(random: SeededRandom): Curve {
  const slots = DAYS.flatMap((day) => HOURS.map((hour) => day * hour * random.integer(80, 120)))
  slots.push((slots.pop() ?? 0) * LAST_RUSH)
  const whole = slots.reduce((sum, slot) => sum + slot, 0)
  let sum = 0
  const pairs = slots.map((slot, at) => {
    sum += slot
    return [inMillionths((at + 1) / slots.length), inMillionths(sum / whole)] as const
  })
  return [[0, 0], ...pairs]
}

function inMillionths(share: number): number {
  return Math.round(share * MILLION) / MILLION
}
