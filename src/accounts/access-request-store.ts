import type { Actor, SignedInActor } from './audit-note.ts'

/** What is requested: an account, or more than the plan of an account allows. */
export const ACCESS_REQUEST_KINDS = ['access', 'more'] as const

/** One of {@link ACCESS_REQUEST_KINDS}. */
export type AccessRequestKind = (typeof ACCESS_REQUEST_KINDS)[number]

/** States of an access request. */
export const ACCESS_REQUEST_STATES = ['pending', 'approved', 'denied'] as const

/** One of {@link ACCESS_REQUEST_STATES}. */
export type AccessRequestState = (typeof ACCESS_REQUEST_STATES)[number]

/** Maximum characters of the purpose, and of an operator's answer. */
export const PURPOSE_MAX = 1_000

/** Maximum characters of the contact. */
export const CONTACT_MAX = 200

/** Maximum pending requests; further ones are rejected until operators decide. */
export const PENDING_MAX = 500

/** Request for an account or for more, with the operator's decision. Times in Unix ms. */
export interface AccessRequest {
  readonly accessRequestId: string
  readonly kind: AccessRequestKind
  readonly state: AccessRequestState
  /** Name of the developer, or the requested one before there is a developer. */
  readonly name: string
  /** Empty while a developer who registered has not written it. */
  readonly purpose: string
  /** How to reach the person. Not verified. */
  readonly contact: string
  /** The developer who asks; `undefined` before approval of a request without an account. */
  readonly developerId: string | undefined
  /** Plan asked for. */
  readonly plan: string | undefined
  readonly createdAtMs: number
  readonly decidedAtMs: number | undefined
  /** The operator's answer; may be empty. */
  readonly answer: string
}

/** Request without an account. */
export interface NewAccessRequest {
  /** MAC of the secret that shows the decision and, after approval, signs in. */
  readonly mac: Uint8Array
  readonly name: string
  readonly purpose: string
  readonly contact: string
}

/** What a developer asks for. */
export interface DeveloperRequest {
  readonly purpose: string
  readonly contact: string
  /** Name of the plan asked for. */
  readonly plan?: string | undefined
}

/** Decision of an operator. */
export interface Approval {
  /** Plan to assign; `null`: none; absent: the starter plan for a new developer, else unchanged. */
  readonly plan?: string | null | undefined
  readonly answer: string
}

/** Why a decision was not made. */
export type DecisionRejection = 'not_found' | 'decided' | 'no_plan'

/**
 * Requests for access and for more. A request, its decision and the audit entries are written
 * together or not at all. Requests are deleted 90 days after their decision, or after their
 * creation without one.
 */
export interface AccessRequestStore {
  /** Stores a request without an account. `queue_full`: {@link PENDING_MAX} wait already. */
  submit(request: NewAccessRequest): Promise<AccessRequest | 'queue_full'>
  /**
   * Stores what a developer asks for: access while they wait for approval, else more. Replaces
   * their pending request. `changes_full`: too many changes today.
   */
  ask(
    by: SignedInActor,
    request: DeveloperRequest,
  ): Promise<AccessRequest | 'queue_full' | 'no_plan' | 'changes_full'>
  /** Returns the request of a secret. */
  findByMac(mac: Uint8Array): Promise<AccessRequest | undefined>
  /** Returns the 20 newest requests of a developer, newest first. */
  listOf(developerId: string): Promise<readonly AccessRequest[]>
  /** Returns the pending requests, oldest first, then the newest 100 decided ones. */
  list(): Promise<readonly AccessRequest[]>
  /** Returns the number of pending requests. */
  countPending(): Promise<number>
  /**
   * Grants a request. One without an account creates a developer, whose sign-in link is the
   * requester's secret for 30 days.
   */
  approve(
    by: Actor,
    accessRequestId: string,
    approval: Approval,
  ): Promise<AccessRequest | DecisionRejection>
  /** Denies a request. A developer who waits for approval remains waiting. */
  deny(
    by: Actor,
    accessRequestId: string,
    answer: string,
  ): Promise<AccessRequest | Exclude<DecisionRejection, 'no_plan'>>
}
