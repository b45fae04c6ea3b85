import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { AccountService } from '../../src/accounts/open-account-service.ts'
import { COMMAND } from '../../src/accounts/audit-note.ts'
import {
  PORTAL_API,
  type PortalOperation,
  type PortalReply,
} from '../../src/portal/contract/portal-operation.ts'
import { PORTAL_PROBLEMS, type PortalErrorCode } from '../../src/portal/contract/portal-error.ts'
import {
  PORTAL_OPERATIONS,
  type PortalOperationId,
  type PortalOperations,
} from '../../src/portal/contract/portal-operations.ts'

/** A user signed in to the portal. */
export interface PortalGuest {
  readonly token: string
  readonly developerId: string
  readonly name: string
}

/** Options of the user who signs in. */
export interface GuestOptions {
  readonly isOperator?: boolean
  readonly isWaiting?: boolean
}

/** Arguments of an operation. */
export interface PortalQuestionOfTest {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A response of the portal. */
export interface PortalAnswer {
  readonly status: number
  /** The code of a rejection. */
  readonly code: PortalErrorCode | undefined
  readonly text: string
  /** The text without the request id. */
  readonly textWithoutId: string
}

/** Signs in a new user through a test provider. */
export async function signInGuest(
  { signIn, developers }: Pick<AccountService, 'signIn' | 'developers'>,
  { isOperator = false, isWaiting = false }: GuestOptions = {},
): Promise<PortalGuest> {
  const subject = crypto.randomUUID()
  const person = { issuer: 'https://login.example', subject, name: `guest ${subject.slice(0, 13)}` }
  const registration = isWaiting ? 'approval' : 'open'
  const browser = { agent: 'a test', sessionToken: undefined }
  const begun = await signIn.signInIdentity(person, registration, browser)
  assert.ok(typeof begun === 'object')
  const { developerId, name } = begun.developer
  if (isOperator) await signIn.store.setRole(developerId, true, COMMAND)
  assert.ok((await developers.get(developerId)) !== undefined)
  return { token: begun.token, developerId, name }
}

/** Returns the path of an operation with these parameters. */
export function portalPath(
  operationId: PortalOperationId,
  { path = {}, query = {} }: PortalQuestionOfTest = {},
): string {
  const text = PORTAL_OPERATIONS[operationId].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return `${PORTAL_API}${text}${search === '' ? '' : `?${search}`}`
}

/**
 * Calls the portal as its pages do, and validates the response: replies by schema, rejections by
 * format.
 */
export async function askPortal(
  origin: string,
  guest: PortalGuest | undefined,
  operationId: PortalOperationId,
  question: PortalQuestionOfTest = {},
): Promise<PortalAnswer> {
  const { method, reply }: PortalOperation = PORTAL_OPERATIONS[operationId]
  const response = await fetch(origin + portalPath(operationId, question), {
    method,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      ...(guest !== undefined && { Cookie: `backline-session=${guest.token}` }),
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
    },
    ...(method === 'POST' && { body: JSON.stringify(question.body ?? {}) }),
  })
  const text = await response.text()
  const { status } = response
  const requestId = response.headers.get('x-request-id') ?? ''
  assert.match(requestId, /^\w+$/)
  const json = JSON.parse(text) as Record<string, unknown>
  const textWithoutId = text.replaceAll(requestId, 'ID')
  if (status === 200) {
    const validator = Compile(reply)
    const wrong = () => `${operationId}: ${JSON.stringify([...validator.Errors(json)])}`
    assert.ok(validator.Check(json), wrong())
    return { status, code: undefined, text, textWithoutId }
  }
  const code = json['code'] as PortalErrorCode
  assert.equal(PORTAL_PROBLEMS[code].status, status)
  assert.equal(json['requestId'], requestId)
  return { status, code, text, textWithoutId }
}

/** Calls the portal and requires a reply. */
export async function replyOf<Id extends PortalOperationId>(
  ...asked: [string, PortalGuest | undefined, Id, PortalQuestionOfTest?]
): Promise<PortalReply<PortalOperations[Id]>> {
  const { status, text } = await askPortal(...asked)
  assert.equal(status, 200, `${asked[2]}: ${text}`)
  return JSON.parse(text) as PortalReply<PortalOperations[Id]>
}
