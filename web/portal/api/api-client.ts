import type { Static, TSchema } from 'typebox'
import type { PortalErrorCode } from '../../../src/portal/contract/portal-error.ts'
import type { PortalRequest, PortalReply } from '../../../src/portal/contract/portal-operation.ts'
import type {
  PortalOperationId,
  PortalOperations,
} from '../../../src/portal/contract/portal-operations.ts'
import { PORTAL_ROUTES } from './portal-routes.ts'

/** Why a request failed: an error code of the portal, or a transport failure. */
export type ProblemCode = PortalErrorCode | 'offline' | 'broken'

/** Error of a failed request to the portal. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ProblemCode
  /** Seconds until a retry makes sense. */
  readonly retryAfterS: number | undefined
  /** Id by which an operator finds the request. */
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

type PathOf<Id extends PortalOperationId> = keyof PortalRequest<Operation<Id>>['path'] extends never
  ? object
  : { readonly path: PortalRequest<Operation<Id>>['path'] }

type BodyOf<Id extends PortalOperationId> =
  Operation<Id> extends { readonly body: infer Body extends TSchema }
    ? { readonly body: Static<Body> }
    : object

/** Query parameters; `undefined` ones are omitted. */
type Loose<Query> = { readonly [Name in keyof Query]: Query[Name] | undefined }

type QueryOf<Id extends PortalOperationId> =
  Operation<Id> extends { readonly query: infer Query extends TSchema }
    ? { readonly query?: Loose<Static<Query>> }
    : object

/** Request of an operation: `path`, `query` and `body`, each if the table defines it. */
export type ApiRequest<Id extends PortalOperationId> = PathOf<Id> &
  BodyOf<Id> &
  QueryOf<Id> & { readonly signal?: AbortSignal | undefined }

/** Reply of an operation. */
export type ApiReply<Id extends PortalOperationId> = PortalReply<Operation<Id>>

const API = '/portal/api/v1'

interface AnyRequest {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
  readonly signal?: AbortSignal
}

/** Sends a request to the portal. Throws {@link ApiProblem}, or the signal's abort reason. */
export async function callApi<Id extends PortalOperationId>(
  id: Id,
  input: ApiRequest<Id>,
): Promise<ApiReply<Id>> {
  const [method, path] = PORTAL_ROUTES[id]
  const { path: names = {}, query = {}, body = {}, signal } = input as AnyRequest
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
    throw new ApiProblem('offline')
  })
  noteServerTime(response)
  const reply: unknown = await response.json().catch(() => undefined)
  signal?.throwIfAborted()
  if (response.ok && reply !== undefined) return reply as ApiReply<Id>
  throw problemOf(response, reply)
}

function problemOf(response: Response, reply: unknown): ApiProblem {
  const { code } = (reply ?? {}) as { readonly code?: PortalErrorCode }
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  const requestId = response.headers.get('x-request-id')
  return new ApiProblem(code ?? (response.status === 503 ? 'unavailable' : 'broken'), {
    ...(Number.isFinite(seconds) && { retryAfterS: seconds }),
    ...(requestId !== null && { requestId }),
  })
}

let aheadMs = 0

/**
 * Returns the server time in Unix ms, from the `Date` of its last response, since client clocks can
 * be wrong.
 */
export function portalNowMs(): number {
  return Date.now() + aheadMs
}

function noteServerTime(response: Response): void {
  const differenceMs = Date.parse(response.headers.get('date') ?? '') - Date.now()
  // Network latency and rounding account for up to two seconds.
  if (Number.isFinite(differenceMs)) aheadMs = Math.abs(differenceMs) < 2_000 ? 0 : differenceMs
}
