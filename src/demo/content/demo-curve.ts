import type { Curve } from '../../dataset/events/growth.ts'
import type { SeededRandom } from '../../platform/text/seeded-random.ts'

/** The activity of each day of an event: a slow start, a lull, and a rush at the end. */
const DAYS = [6, 8, 9, 9, 10, 14, 22]

/** The activity of each eighth of a day, from 15:00: high in the evening, low at night. */
const HOURS = [8, 14, 18, 9, 2, 3, 7, 9]

/** The extra activity of the last hours. */
const LAST_RUSH = 3

const MILLION = 1_000_000

/**
 * Creates a realistic curve of points: slow at first, a wave each day, a rush at the end. Every
 * curve differs slightly.
 */
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
