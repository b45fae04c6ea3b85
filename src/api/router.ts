import findMyWay from 'find-my-way'
import type { OperationSpec } from './operation.ts'

/** A matched path: one form of one operation, and a region segment. */
export interface Route<Id extends string> {
  readonly operation: Id
  /** The region segment; not yet validated. */
  readonly region: string
  /** The values of the form's parameters by name; percent-decoded text. */
  readonly pathValues: Readonly<Record<string, string>>
}

interface Found<Id> {
  readonly operation: Id
  readonly form: string
}

/** The longest legal path parameters: 100 ids of 20 characters, or 256 escaped code points. */
const PATH_VALUE_MAX = 16_384

/** The paths of an interface, by operation. */
export type Forms<Id extends string> = Readonly<Record<Id, Pick<OperationSpec, 'forms'>>>

/**
 * Creates a router with exactly one route for each form of the table, behind `prefix` (with a slash
 * at both ends) and the region.
 */
export function createRouter<Id extends string>(prefix: string, table: Forms<Id>) {
  const router = findMyWay({ caseSensitive: true, maxParamLength: PATH_VALUE_MAX })
  for (const [operation, { forms }] of Object.entries<Forms<Id>[Id]>(table)) {
    for (const form of forms) {
      const path = `${prefix}{region}${form}`.replaceAll(/\{([A-Za-z]+)\}/g, ':$1')
      router.on('GET', path, noHandler, { operation, form })
    }
  }
  return router
}

/**
 * Creates a function that finds the route of a path. Static segments win over parameters. The
 * escapes of the path must be decodable.
 */
export function createFindRoute<Id extends string>(
  prefix: string,
  table: Forms<Id>,
): (path: string) => Route<Id> | undefined {
  const router = createRouter(prefix, table)
  return (path) => {
    const found = router.find('GET', path)
    if (found === null) return undefined
    const { operation, form } = found.store as Found<Id>
    if (!isSpelled(prefix, form, path)) return undefined
    const { region: _, ...pathValues } = found.params
    const region = path.slice(prefix.length, path.indexOf('/', prefix.length))
    return { operation, region, pathValues: pathValues as Record<string, string> }
  }
}

/**
 * Returns whether the static segments of a form occur in the path unescaped. The listener decodes
 * unreserved characters (`decodeUnreserved`) before anything reads the target. The router would
 * decode once more; this rejects what only it can match. Parameter values may be escaped.
 */
function isSpelled(prefix: string, form: string, path: string): boolean {
  if (!path.includes('%')) return true
  const words = form.split('/')
  const segments = path.slice(path.indexOf('/', prefix.length)).split('/')
  return (
    path.startsWith(prefix) &&
    words.every((word, at) => word.startsWith('{') || word === segments[at])
  )
}

/** The router is used for lookup only. */
function noHandler(): void {}
