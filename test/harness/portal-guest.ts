import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import type { AccountDesk } from '../../src/compose/open-account-desk.ts'
import { COMMAND } from '../../src/domain/audit.ts'
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

/** Somebody who is signed in to the portal. */
export interface PortalGuest {
  readonly token: string
  readonly developerId: string
  readonly name: string
}

/** Who signs in, where it is not just anybody. */
export interface GuestOptions {
  readonly isOperator?: boolean
  readonly isWaiting?: boolean
}

/** What an operation is asked with. */
export interface PortalQuestionOfTest {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** An answer of the portal, as it came. */
export interface PortalAnswer {
  readonly status: number
  /** Of a refusal. */
  readonly code: PortalErrorCode | undefined
  readonly text: string
  /** The same without what is of this one request. */
  readonly textWithoutId: string
}

/** Signs somebody new in, by a provider that says who they are. */
export async function signInGuest(
  { signIn, developers }: Pick<AccountDesk, 'signIn' | 'developers'>,
  { isOperator = false, isWaiting = false }: GuestOptions = {},
): Promise<PortalGuest> {
  const subject = crypto.randomUUID()
  const person = { issuer: 'https://login.example', subject, name: `guest ${subject.slice(0, 13)}` }
  const registration = isWaiting ? 'approval' : 'open'
  const browser = { agent: 'a test', sessionToken: undefined }
  const begun = await signIn.signInPerson(person, registration, browser)
  assert.ok(typeof begun === 'object')
  const { developerId, name } = begun.developer
  if (isOperator) await signIn.store.setRole(name, true, COMMAND)
  assert.ok((await developers.get(developerId)) !== undefined)
  return { token: begun.token, developerId, name }
}

/** The path of an operation, with these names in it. */
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

/** Asks as a page of the portal does, and holds every answer to the table: replies by their schema, refusals by their form. */
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

/** The same, where the answer is to be a reply. */
export async function replyOf<Id extends PortalOperationId>(
  ...asked: [string, PortalGuest | undefined, Id, PortalQuestionOfTest?]
): Promise<PortalReply<PortalOperations[Id]>> {
  const { status, text } = await askPortal(...asked)
  assert.equal(status, 200, `${asked[2]}: ${text}`)
  return JSON.parse(text) as PortalReply<PortalOperations[Id]>
}
