import type { DeveloperEntry } from '../domain/account-store.ts'
import type { DeveloperStore } from '../domain/developer-store.ts'
import { UsageError } from './explain.ts'

/** The developer of this name; a usage error when there is none. */
export async function knownDeveloper(
  developers: Pick<DeveloperStore, 'findByName'>,
  name: string,
): Promise<DeveloperEntry> {
  const entry = await developers.findByName(name)
  if (entry === undefined) throw unknownDeveloper()
  return entry
}

/** What is wrong with a name that no developer has. */
export function unknownDeveloper(): UsageError {
  return new UsageError(
    'There is no developer with this name. "backline developers list" shows them all.',
  )
}
