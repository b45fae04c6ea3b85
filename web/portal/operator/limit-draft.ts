/** The limits in the order in which they are always listed. */
export const LIMIT_NAMES = ['minute', 'day', 'concurrency'] as const

/** One of {@link LIMIT_NAMES}. */
export type LimitName = (typeof LIMIT_NAMES)[number]

/** Limits as somebody writes them; empty: what would hold without it. */
export type LimitDraft = Readonly<Record<LimitName, string>>

/** Limits that are set; the others are absent. */
export type SomeLimits = { readonly [Name in LimitName]?: number }

/** The largest limit that may be set. */
const LIMIT_MAX = 1_000_000_000

/** What a form begins with. */
export function draftOf(limits: SomeLimits): LimitDraft {
  const text = (name: LimitName) => (limits[name] === undefined ? '' : String(limits[name]))
  return { minute: text('minute'), day: text('day'), concurrency: text('concurrency') }
}

/** The number that was written; `null` for none, `undefined` for what can be no limit. */
export function limitOf(text: string): number | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  const isNumber = /^\d{1,10}$|^\d{1,3}(?:[,\s_]\d{3}){1,3}$/.test(plain)
  const value = isNumber ? Number(plain.replaceAll(/\D/g, '')) : 0
  return value >= 1 && value <= LIMIT_MAX ? value : undefined
}

/** The limits whose text can be none. */
export function wrongLimits(draft: LimitDraft): readonly LimitName[] {
  return LIMIT_NAMES.filter((name) => limitOf(draft[name]) === undefined)
}

/** What was changed: `null` where a limit was emptied. Of the draft nothing may be wrong. */
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
