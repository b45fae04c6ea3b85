import { KEYED_PREFIX } from '../../game/api-prefix.ts'
import type { AnyParameter } from '../../api/parameter.ts'
import { OPERATIONS } from '../../game/operations.ts'
import { QUOTA_PATH } from '../../keyed/developer/quota-endpoint.ts'
import type { Region } from '../../game/region.ts'
import type { Scope } from '../../game/scope.ts'

/** Input of {@link curlLine}. */
export interface CurlFacts {
  /** The key itself. */
  readonly text: string
  readonly scopes: readonly Scope[]
  readonly regions: readonly Region[]
  /** Current event of the first region; `undefined` when unknown. */
  readonly eventId: string | undefined
  /** Origin of the API, without a trailing slash. */
  readonly apiOrigin: string
}

/** Ranks of which every board has at least some. */
const RANKS = '1,10,100'

/**
 * Returns a shell command that calls an operation the key may use, in its first region, with a
 * non-empty result: the cutoffs of `eventId`, else the first operation of its scopes that needs no
 * id, else the developer's quotas.
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
  return form === undefined || region === undefined ? QUOTA_PATH : `${KEYED_PREFIX}${region}${form}`
}

/** Returns the paths that need no parameter. */
function formsWithoutId(scope: Scope): readonly string[] {
  return Object.values(OPERATIONS)
    .filter((operation) => operation.scope === scope)
    .filter(({ parameters }) =>
      Object.values<AnyParameter>(parameters).every(({ optional }) => optional),
    )
    .flatMap(({ forms }) => forms.filter((form) => !form.includes('{')))
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
