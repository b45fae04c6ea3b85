import type { Condition } from '../../../src/webhooks/conditions/condition.ts'

/** Maximum conditions of a webhook. */
export const CONDITIONS_MAX = 20

/** A new condition of each type, with usual values. */
export const NEW_CONDITIONS: {
  readonly [Type in Condition['type']]: Extract<Condition, { type: Type }>
} = {
  'event.announced': { type: 'event.announced' },
  'event.started': { type: 'event.started' },
  'event.ending': { type: 'event.ending', hours: 3 },
  'event.ended': { type: 'event.ended' },
  'cutoff.passed': { type: 'cutoff.passed', rank: 1_000, points: 1_500_000 },
  'speed.passed': { type: 'speed.passed', rank: 100, pointsPerHour: 100_000 },
  'prediction.moved': { type: 'prediction.moved', rank: 1_000, percent: 5 },
  'announcement.published': { type: 'announcement.published', categories: [] },
  'data.stale': { type: 'data.stale', minutes: 10 },
  'data.recovered': { type: 'data.recovered', minutes: 10 },
  'quota.used': { type: 'quota.used', percent: 80 },
  'key.expiring': { type: 'key.expiring', days: 7 },
}

/** Bounds of the numbers of conditions, as the portal checks them. */
export const FIELD_BOUNDS = {
  hours: [1, 168],
  rank: [1, 2 ** 31 - 1],
  points: [1, Number.MAX_SAFE_INTEGER],
  pointsPerHour: [1, Number.MAX_SAFE_INTEGER],
  percent: [1, 100],
  minutes: [2, 1_440],
  days: [1, 90],
} as const

/** Name of a number of a condition. */
export type NumberField = keyof typeof FIELD_BOUNDS

/** Returns the numbers of a condition by name. */
export function numbersOf(condition: Condition): readonly (readonly [NumberField, number])[] {
  return Object.entries(condition).filter(
    (entry): entry is [NumberField, number] => entry[0] in FIELD_BOUNDS,
  )
}

/** Returns whether every number of a condition is within its bounds. */
export function isValidCondition(condition: Condition): boolean {
  return numbersOf(condition).every(([name, value]) => {
    const [min, max] = FIELD_BOUNDS[name]
    return Number.isInteger(value) && value >= min && value <= max
  })
}

/** Returns the event ids of a text; `undefined` if it is not valid. */
export function parseEvents(text: string): string[] | undefined {
  const ids = [...new Set(text.split(/[\s,、，]+/).filter((id) => id !== ''))]
  return ids.length <= 20 && ids.every((id) => /^[1-9][0-9]{0,18}$/.test(id)) ? ids : undefined
}
