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
  /** The origin of the interfaces, without a slash at its end. */
  readonly apiOrigin: string
}

/**
 * A line for a shell that asks something this key may ask, in its first region, and finds something in every game: an
 * operation of its scopes, in their order, that needs no id. Where none of them is so: the quotas of the developer.
 */
export function curlLine({ text, scopes, regions, apiOrigin }: CurlFacts): string {
  const url = `${apiOrigin}${pathFor(scopes, regions[0])}`
  return `curl -H ${quoted(`Authorization: Bearer ${text}`)} ${quoted(url)}`
}

function pathFor(scopes: readonly Scope[], region: Region | undefined): string {
  const [form] = scopes.flatMap(formsWithoutId)
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
