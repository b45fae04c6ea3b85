import type { Static, TSchema } from 'typebox'
import type { PortalErrorCode } from '../../../src/portal/contract/portal-error.ts'
import type { PortalQuestion, PortalReply } from '../../../src/portal/contract/portal-operation.ts'
import type {
  PortalOperationId,
  PortalOperations,
} from '../../../src/portal/contract/portal-operations.ts'
import { PORTAL_ROUTES } from './portal-routes.ts'

/** Why there is no reply: the portal's word, or what happened on the way to it. */
export type ProblemCode = PortalErrorCode | 'offline' | 'broken'

/** A reply that did not come. */
export class AskProblem extends Error {
  override readonly name = 'AskProblem'
  readonly code: ProblemCode
  /** Seconds until another try makes sense. */
  readonly retryAfterS: number | undefined
  /** What an operator finds the request by. */
  readonly requestId: string | undefined

  constructor(
    code: ProblemCode,
    { retryAfterS, requestId }: { readonly retryAfterS?: number; readonly requestId?: string } = {},
  ) {
    super(`The portal did not answer: ${code}.`)
    this.code = code
    this.retryAfterS = retryAfterS
    this.requestId = requestId
  }
}

type Operation<Id extends PortalOperationId> = PortalOperations[Id]

type PathOf<Id extends PortalOperationId> = keyof PortalQuestion<
  Operation<Id>
>['path'] extends never
  ? object
  : { readonly path: PortalQuestion<Operation<Id>>['path'] }

type BodyOf<Id extends PortalOperationId> =
  Operation<Id> extends { readonly body: infer Body extends TSchema }
    ? { readonly body: Static<Body> }
    : object

/** What is `undefined` in a query is left out of it. */
type Loose<Query> = { readonly [Name in keyof Query]: Query[Name] | undefined }

type QueryOf<Id extends PortalOperationId> =
  Operation<Id> extends { readonly query: infer Query extends TSchema }
    ? { readonly query?: Loose<Static<Query>> }
    : object

/** What an operation is asked with: `path`, `query` and `body`, each where the table has one. */
export type PortalAsk<Id extends PortalOperationId> = PathOf<Id> &
  BodyOf<Id> &
  QueryOf<Id> & { readonly signal?: AbortSignal | undefined }

/** What an operation replies. */
export type ReplyOf<Id extends PortalOperationId> = PortalReply<Operation<Id>>

const API = '/portal/api/v1'

interface AnyAsk {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
  readonly signal?: AbortSignal
}

/** Asks the portal. Throws {@link AskProblem}, or what the signal was aborted with. */
export async function askPortal<Id extends PortalOperationId>(
  id: Id,
  asked: PortalAsk<Id>,
): Promise<ReplyOf<Id>> {
  const [method, path] = PORTAL_ROUTES[id]
  const { path: names = {}, query = {}, body = {}, signal } = asked as AnyAsk
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value))
  }
  const response = await fetch(`${API}${address}${search.size === 0 ? '' : `?${search}`}`, {
    method,
    ...(signal !== undefined && { signal }),
    ...(method === 'POST' && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    signal?.throwIfAborted()
    throw new AskProblem('offline')
  })
  noteServerTime(response)
  const reply: unknown = await response.json().catch(() => undefined)
  signal?.throwIfAborted()
  if (response.ok && reply !== undefined) return reply as ReplyOf<Id>
  throw problemOf(response, reply)
}

function problemOf(response: Response, reply: unknown): AskProblem {
  const { code } = (reply ?? {}) as { readonly code?: PortalErrorCode }
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  const requestId = response.headers.get('x-request-id')
  return new AskProblem(code ?? (response.status === 503 ? 'unavailable' : 'broken'), {
    ...(Number.isFinite(seconds) && { retryAfterS: seconds }),
    ...(requestId !== null && { requestId }),
  })
}

let aheadMs = 0

/** The time of the server in Unix milliseconds, by its last answer: clocks of readers are wrong. */
export function portalNowMs(): number {
  return Date.now() + aheadMs
}

function noteServerTime(response: Response): void {
  const differenceMs = Date.parse(response.headers.get('date') ?? '') - Date.now()
  // A difference of a second or two is the way there and the rounding.
  if (Number.isFinite(differenceMs)) aheadMs = Math.abs(differenceMs) < 2_000 ? 0 : differenceMs
}
