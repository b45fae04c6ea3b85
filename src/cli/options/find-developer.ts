import type { DeveloperEntry } from '../../accounts/account-store.ts'
import type { DeveloperReference } from '../../accounts/developer-reference.ts'
import type { DeveloperDetail, DeveloperStore } from '../../accounts/developer-store.ts'
import { UsageError } from '../output/explain-error.ts'
import { timeText } from '../output/print.ts'
import { readName } from './name-argument.ts'

/** The methods of the store that look up developers. */
type Developers = Pick<DeveloperStore, 'findByName' | 'findById' | 'get'>

/**
 * An id as the command line writes it. It never matches a name, even if a developer registered
 * under a name of this form.
 */
const ID = /^dev_([0-9A-Za-z]{16})$/

/** Maximum sessions and persons listed individually. */
const LISTED_MAX = 10

/** Returns the id of a developer as commands accept it. */
export function developerIdText(developerId: string): string {
  return `dev_${developerId}`
}

/**
 * Returns the developer that `text` names: `dev_…` or a name. Throws a {@link UsageError} when
 * there is none, or when the text is the name of one developer and the id of another.
 */
export async function knownDeveloper(
  developers: Developers,
  text: string,
): Promise<DeveloperEntry> {
  const entry = await findDeveloper(developers, text)
  if (entry !== undefined) return entry
  const what = ID.test(text) ? 'id' : 'name'
  throw new UsageError(
    `There is no developer with this ${what}. Run "backline developers list" to see all developers.`,
  )
}

/**
 * Returns the developer that receives something. A self-registered developer chose their name, so
 * the name alone is no proof of identity: throws a {@link UsageError} with their details unless
 * `existing` confirms it or `text` is an id.
 */
export async function confirmedDeveloper(
  developers: Developers,
  text: string,
  existing: boolean | undefined,
  { always = false }: { readonly always?: boolean } = {},
): Promise<DeveloperEntry> {
  const entry = await knownDeveloper(developers, text)
  if (existing === true || ID.test(text) || (!entry.isSelfRegistered && !always)) return entry
  throw await unconfirmed(developers, entry)
}

/**
 * Returns the developer that `--developer` names: a new or an existing one. A name refers to an
 * existing developer only if `existing` confirms it: throws a {@link UsageError} with their details
 * otherwise.
 */
export async function receivingDeveloper(
  developers: Developers,
  text: string,
  existing: boolean | undefined,
): Promise<DeveloperReference & { readonly called: string }> {
  if (!ID.test(text) && (await findDeveloper(developers, text)) === undefined) {
    const name = readName(text, '--developer')
    // The trimmed name may belong to an existing developer.
    if (name === text || (await findDeveloper(developers, name)) === undefined) {
      return { name, called: name }
    }
    return receivingDeveloper(developers, name, existing)
  }
  const entry = await confirmedDeveloper(developers, text, existing, { always: true })
  return { developerId: entry.developerId, called: entry.name }
}

/** Returns the error for a developer who registered under the name between lookup and use. */
export function registeredMeanwhile(name: string): UsageError {
  return new UsageError(
    `A developer named ${name} was just created. Repeat the command to see their details.`,
  )
}

async function findDeveloper(
  developers: Developers,
  text: string,
): Promise<DeveloperEntry | undefined> {
  const [, id] = ID.exec(text) ?? []
  if (id !== undefined) return developers.findById(id)
  const named = await developers.findByName(text)
  const identified = await developers.findById(text)
  if (
    named !== undefined &&
    identified !== undefined &&
    named.developerId !== identified.developerId
  ) {
    const ids = [named, identified].map(({ developerId }) => developerIdText(developerId))
    throw new UsageError(
      `${text} is the name of one developer (${ids[0]}) and the id of another (${ids[1]}). Use one of these ids.`,
    )
  }
  return named ?? identified
}

async function unconfirmed(developers: Developers, entry: DeveloperEntry): Promise<UsageError> {
  const detail = await developers.get(entry.developerId)
  const id = developerIdText(entry.developerId)
  const lines = factsOf(entry, detail).map(([fact, text]) => `  ${fact.padEnd(14)}${text}`)
  return new UsageError(
    [
      `A developer named ${entry.name} already exists. Nothing was changed.`,
      '',
      `  ${'id'.padEnd(14)}${id}`,
      ...lines,
      '',
      `If you mean this developer, add --existing, or use the id ${id} instead of the name.`,
    ].join('\n'),
  )
}

function factsOf(
  { createdAtMs, state, isOperator, isSelfRegistered, activeKeys }: DeveloperEntry,
  detail: DeveloperDetail | undefined,
): readonly (readonly [fact: string, text: string])[] {
  const { identities = [], sessions = [] } = detail ?? {}
  return [
    ['created', timeText(createdAtMs)],
    [
      'registered',
      isSelfRegistered ? 'by themselves: sign-in or access request' : 'by an operator or a command',
    ],
    ['state', state],
    ['role', isOperator ? 'operator' : 'developer'],
    ['active keys', String(activeKeys)],
    ['persons', listOf(identities.map((one) => `${one.name}, since ${timeText(one.createdAtMs)}`))],
    [
      'sessions',
      listOf(sessions.map((one) => `by ${one.signedInBy}, last used ${timeText(one.usedAtMs)}`)),
    ],
  ]
}

function listOf(texts: readonly string[]): string {
  if (texts.length === 0) return 'none'
  const rest = texts.length - LISTED_MAX
  const more = rest > 0 ? `; and ${rest} more` : ''
  return `${texts.length}: ${texts.slice(0, LISTED_MAX).join('; ')}${more}`
}
