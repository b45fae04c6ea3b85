import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import { DAY_MS } from '../domain/time-units.ts'

/** Milliseconds for which an answer may be used again, by operation. */
export type Lifetimes = Readonly<Record<OperationId, number>>

/** How long an answer of each scope is kept unless told, in milliseconds. */
export const DEFAULT_LIFETIMES =
  'announcements=60000,circles=30000,decks=15000,gacha=300000,profile-images=300000,profiles=30000,rankings=15000'

/** The longest lifetime, in milliseconds: one day. */
const LIFETIME_MAX_MS = DAY_MS

/**
 * Reads lifetimes: `15000` for all operations, or pairs `NAME=MS` with commas between them, where a name is a scope
 * without `game:` or one operation, which wins over its scope. What is not named has its default. Returns a text that
 * says what is wrong when it cannot.
 */
export function readLifetimes(text: string): Lifetimes | string {
  if (/^[0-9]+$/.test(text))
    return readLifetimes(SCOPE_NAMES.map((name) => `${name}=${text}`).join(','))
  const given = new Map<string, number>()
  for (const pair of `${DEFAULT_LIFETIMES},${text}`.split(',')) {
    const [, name = '', digits = ''] = /^([A-Za-z.-]+)=([0-9]{1,8})$/.exec(pair.trim()) ?? []
    if (name === '' || Number(digits) > LIFETIME_MAX_MS) {
      return `must be milliseconds up to ${LIFETIME_MAX_MS}, or pairs such as rankings=15000,event.ranking=5000`
    }
    if (!SCOPE_NAMES.includes(name) && !Object.hasOwn(OPERATIONS, name)) {
      return `names neither a scope (${SCOPE_NAMES.join(', ')}) nor an operation`
    }
    given.set(name, Number(digits))
  }
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([operation, { scope }]) => [
      operation,
      given.get(operation) ?? given.get(nameOf(scope)) ?? 0,
    ]),
  ) as Record<OperationId, number>
}

const SCOPE_NAMES = [...new Set(Object.values(OPERATIONS).map(({ scope }) => nameOf(scope)))]

function nameOf(scope: string): string {
  return scope.slice('game:'.length)
}
