import type { Static, TObject, TSchema } from '#libraries/typebox'

/**
 * Required access: `anyone`, also without a session; `developer`, signed in; `operator`, signed in
 * with that role. Resources of other developers are not found.
 */
export type PortalAccess = 'anyone' | 'developer' | 'operator'

/** Operation of the portal's API, as declared in the table. */
export interface PortalOperation {
  /** A GET changes nothing. */
  readonly method: 'GET' | 'POST'
  /** Path below {@link PORTAL_API}; `{name}` stands for a segment. */
  readonly path: `/${string}`
  readonly access: PortalAccess
  /** Query of a GET; integers are decimal digits. */
  readonly query?: TObject
  /** JSON body of a POST; `{}` when absent. */
  readonly body?: TObject
  readonly reply: TSchema
  /** Marks operations that allow guessing a secret; limits attempts per network and minute. */
  readonly isGuessable?: true
  /** Marks operations that add to the operators' queue; limits them per network and day. */
  readonly isQueued?: true
}

/** Base path of the portal's API. */
export const PORTAL_API = '/portal/api/v1'

/** Parameter names of a path, with string values. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : object

/** Parsed input of an operation. */
export interface PortalRequest<Operation extends PortalOperation> {
  readonly path: Readonly<Record<NamesIn<Operation['path']>, string>>
  readonly query: StaticOf<Operation['query']>
  readonly body: StaticOf<Operation['body']>
}

/** Reply of an operation. */
export type PortalReply<Operation extends PortalOperation> = Static<Operation['reply']>
