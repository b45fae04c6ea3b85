/** Limits in display order. */
export const LIMIT_NAMES = ['minute', 'day', 'concurrency'] as const

/** One of {@link LIMIT_NAMES}. */
export type LimitName = (typeof LIMIT_NAMES)[number]

/** Limits as typed; an empty one is not set. */
export type LimitDraft = Readonly<Record<LimitName, string>>

/** Limits that are set. */
export type SomeLimits = { readonly [Name in LimitName]?: number }

/** Maximum value of a limit. */
const LIMIT_MAX = 1_000_000_000

/** Returns the initial draft of a form. */
export function draftOf(limits: SomeLimits): LimitDraft {
  const text = (name: LimitName) => (limits[name] === undefined ? '' : String(limits[name]))
  return { minute: text('minute'), day: text('day'), concurrency: text('concurrency') }
}

/** Parses a typed limit: `null` for an empty text, `undefined` for an invalid one. */
export function limitOf(text: string): number | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  const isNumber = /^\d{1,10}$|^\d{1,3}(?:[,\s_]\d{3}){1,3}$/.test(plain)
  const value = isNumber ? Number(plain.replaceAll(/\D/g, '')) : 0
  return value >= 1 && value <= LIMIT_MAX ? value : undefined
}

/** Returns the limits with invalid text. */
export function wrongLimits(draft: LimitDraft): readonly LimitName[] {
  return LIMIT_NAMES.filter((name) => limitOf(draft[name]) === undefined)
}

/** Returns the changed limits; `null` for an emptied one. The draft must be valid. */
export function changedLimits(
  before: SomeLimits,
  draft: LimitDraft,
): { [Name in LimitName]?: number | null } {
  const changes: { [Name in LimitName]?: number | null } = {}
  for (const name of LIMIT_NAMES) {
    const value = limitOf(draft[name])
    if (value !== undefined && value !== (before[name] ?? null)) changes[name] = value
  }
  return changes
}
