import type { Static, TObject, TSchema } from '#libraries/typebox'

/**
 * Who may ask: `anyone`, without a session too; `developer`, who is signed in; `operator`, who is signed in and has that
 * role. What belongs to another developer is not found, whoever asks as a developer.
 */
export type PortalAccess = 'anyone' | 'developer' | 'operator'

/** One thing that the portal's pages can ask, as the table declares it. */
export interface PortalOperation {
  /** A GET changes nothing. */
  readonly method: 'GET' | 'POST'
  /** Under {@link PORTAL_API}; `{name}` stands for a segment. */
  readonly path: `/${string}`
  readonly access: PortalAccess
  /** What a GET may be asked with; integers are written in decimal digits. */
  readonly query?: TObject
  /** The JSON object that a POST carries; without one it carries `{}`. */
  readonly body?: TObject
  readonly reply: TSchema
  /** Guesses of a secret would be made here: a few tries of each network in a minute. */
  readonly isGuessable?: true
}

/** Where the operations of the portal stand. */
export const PORTAL_API = '/portal/api/v1'

/** The names in a path, each with its text. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : object

/** What an operation is asked with, once it was read. */
export interface PortalQuestion<Operation extends PortalOperation> {
  readonly path: Readonly<Record<NamesIn<Operation['path']>, string>>
  readonly query: StaticOf<Operation['query']>
  readonly body: StaticOf<Operation['body']>
}

/** What an operation answers with. */
export type PortalReply<Operation extends PortalOperation> = Static<Operation['reply']>
