import findMyWay from 'find-my-way'
import type { Askable } from '../contract/operation.ts'

/** What a path names: one form of one operation, in what may be a region. */
export interface Route<Id extends string> {
  readonly operation: Id
  /** The region segment as it came; not yet known to be a region. */
  readonly region: string
  /** The values of the form's parameters by their names; raw text, percent-decoded. */
  readonly pathValues: Readonly<Record<string, string>>
}

interface Found<Id> {
  readonly operation: Id
  readonly form: string
}

/** A legal path parameter can be long: 100 ids of 20 characters, or 256 escaped code points. */
const PATH_VALUE_MAX = 16_384

/** The paths of an interface: the forms of its table. */
export type Forms<Id extends string> = Readonly<Record<Id, Pick<Askable, 'forms'>>>

/**
 * Makes the router: one route for each form of the table, behind `prefix` (with a slash at both ends) and the
 * region, and no other.
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
 * Makes what finds the route that a path names, if any. Static segments win over parameters. The path must be one whose
 * escapes decode.
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
 * Whether the words of a form stand in a path as they are. The router takes `%61rena` for `arena`; we do not, for what
 * stands in front of us (a proxy's rule, a log) compares bytes as well. Values of parameters may be escaped.
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

/** The router only finds; who asked it decides what comes of it. */
function noHandler(): void {}
