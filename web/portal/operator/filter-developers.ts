import type { ReplyOf } from '../api/ask-portal.ts'

/** A developer in the operator's list. */
export type ListedDeveloper = ReplyOf<'operator.developers'>['developers'][number]

/** What is looked for. */
export interface DeveloperFilter {
  /** In the name or at the beginning of the id, whatever the case. */
  readonly text: string
  readonly state: ListedDeveloper['state'] | undefined
}

/** Those who are looked for: who waits for approval first, then by name. */
export function filterDevelopers(
  developers: readonly ListedDeveloper[],
  { text, state }: DeveloperFilter,
): readonly ListedDeveloper[] {
  const wanted = text.trim().toLowerCase()
  const rank = (one: ListedDeveloper) => (one.state === 'waiting' ? 0 : 1)
  return developers
    .filter((one) => state === undefined || one.state === state)
    .filter(
      ({ name, developerId }) =>
        name.toLowerCase().includes(wanted) || developerId.toLowerCase().startsWith(wanted),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
