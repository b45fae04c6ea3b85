import { OPEN_PREFIX } from '../../contract/open-prefix.ts'
import type { AnyParameter } from '../../contract/parameter.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { QUOTA_PATH } from '../../contract/quota-path.ts'
import type { Region } from '../../domain/region.ts'
import type { Scope } from '../../domain/scope.ts'

/** What a line for a shell is made of. */
export interface CurlFacts {
  /** The key itself. */
  readonly text: string
  readonly scopes: readonly Scope[]
  readonly regions: readonly Region[]
  /** The event that people look at in the first region; `undefined` where nobody knows of one. */
  readonly eventId: string | undefined
  /** The origin of the interfaces, without a slash at its end. */
  readonly apiOrigin: string
}

/** Ranks that a board of any size has, or some of them. */
const RANKS = '1,10,100'

/**
 * A line for a shell that asks something this key may ask, in its first region, and finds something there: the cutoffs of
 * `eventId`, or else an operation of its scopes, in their order, that needs no id. Where none of them is so: the quotas of the developer.
 */
export function curlLine({ text, scopes, regions, eventId, apiOrigin }: CurlFacts): string {
  const url = `${apiOrigin}${pathFor(scopes, regions[0], eventId)}`
  return `curl -H ${quoted(`Authorization: Bearer ${text}`)} ${quoted(url)}`
}

function pathFor(
  scopes: readonly Scope[],
  region: Region | undefined,
  eventId: string | undefined,
): string {
  const { scope, forms } = OPERATIONS['event.ranking']
  const board =
    eventId === undefined || !scopes.includes(scope)
      ? []
      : [forms[1].replace('{eventId}', eventId).replace('{ranks}', RANKS)]
  const [form] = [...board, ...scopes.flatMap(formsWithoutId)]
  return form === undefined || region === undefined ? QUOTA_PATH : `${OPEN_PREFIX}${region}${form}`
}

/** Paths that can be asked for without saying anything else. */
function formsWithoutId(scope: Scope): readonly string[] {
  return Object.values(OPERATIONS)
    .filter((operation) => operation.scope === scope)
    .filter(({ parameters }) =>
      Object.values<AnyParameter>(parameters).every(({ optional }) => optional),
    )
    .flatMap(({ forms }) => forms.filter((form) => !form.includes('{')))
}

/** A word of a POSIX shell that stands for this text alone. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
