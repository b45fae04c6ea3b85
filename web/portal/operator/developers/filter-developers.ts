import type { ApiReply } from '../../api/api-client.ts'

/** A developer in the operator's list. */
export type ListedDeveloper = ApiReply<'operator.developers'>['developers'][number]

/** Filter of the list. */
export interface DeveloperFilter {
  /** Matches part of the name or the start of the id, case-insensitive. */
  readonly text: string
  readonly state: ListedDeveloper['state'] | undefined
}

/** Returns the matching developers, those awaiting approval first, then by name. */
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
