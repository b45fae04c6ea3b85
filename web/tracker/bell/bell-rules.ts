/** What a reader wants to hear of: a rank has points, or the event has so many hours left. */
export type BellRule =
  | { readonly kind: 'points'; readonly rank: number; readonly points: number }
  | { readonly kind: 'left'; readonly hours: number }

/** Rules of one event at most. */
export const RULES_MAX = 20

const HOUR_MS = 3_600_000

/** Returns whether a stored value is a rule. */
export function isBellRule(value: unknown): value is BellRule {
  const { kind, ...numbers } = (value ?? {}) as { readonly kind?: unknown }
  const names = Object.keys(numbers).toSorted().join()
  const isKnown =
    (kind === 'points' && names === 'points,rank') || (kind === 'left' && names === 'hours')
  return isKnown && Object.values(numbers).every((one) => Number.isInteger(one))
}

/** Returns the rules that a reading and the rest of an event (in milliseconds) fulfill. */
export function dueRules(
  rules: readonly BellRule[],
  places: readonly { readonly rank: number; readonly points: number }[],
  leftMs: number,
): readonly BellRule[] {
  return rules.filter((rule) => {
    if (rule.kind === 'left') return leftMs <= rule.hours * HOUR_MS
    const place = places.find(({ rank }) => rank === rule.rank)
    return place !== undefined && place.points >= rule.points
  })
}

/** Orders rules: by rank and points, then by the hours before the end, the most hours first. */
export function compareRules(one: BellRule, other: BellRule): number {
  const [rank, amount] = orderOf(one)
  const [otherRank, otherAmount] = orderOf(other)
  return rank - otherRank || amount - otherAmount
}

function orderOf(rule: BellRule): readonly [rank: number, amount: number] {
  return rule.kind === 'points' ? [rule.rank, rule.points] : [Number.MAX_SAFE_INTEGER, -rule.hours]
}

/** Returns the rules with another one: each once, the newest {@link RULES_MAX}. */
export function withRule(rules: readonly BellRule[], added: BellRule): readonly BellRule[] {
  const others = rules.filter((rule) => JSON.stringify(rule) !== JSON.stringify(added))
  return [...others, added].slice(-RULES_MAX)
}
