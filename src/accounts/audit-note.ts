/** Actions recorded in the audit trail. */
export const AUDIT_ACTIONS = [
  'developer.created',
  'developer.approved',
  'developer.suspended',
  'developer.reinstated',
  'developer.limits_set',
  'developer.plan_set',
  'developer.role_set',
  'developer.invited',
  'developer.merged',
  'access.requested',
  'access.approved',
  'access.denied',
  'invitation.withdrawn',
  'session.begun',
  'session.ended',
  'identity.added',
  'identity.removed',
  'application.created',
  'application.renamed',
  'application.removed',
  'key.created',
  'key.renamed',
  'key.rotated',
  'key.expiry_set',
  'key.revoked',
  'key.leaked',
  'plan.set',
  'plan.removed',
  'webhook.created',
  'webhook.changed',
  'webhook.rotated',
  'webhook.paused',
  'webhook.resumed',
  'webhook.removed',
] as const

/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Signed-in developer who acts on their own account, or operator. */
export interface SignedInActor {
  readonly kind: 'developer' | 'operator'
  readonly developerId: string
  readonly name: string
}

/**
 * Actor of a change to accounts. `anyone` is a holder of a leaked key; `command` is the command
 * line.
 */
export type Actor = SignedInActor | { readonly kind: 'command' | 'anyone' }

/** The command line as an actor. */
export const COMMAND: Actor = { kind: 'command' }

/** Audit entry to write in the transaction of the change that it records. */
export interface AuditNote {
  readonly action: AuditAction
  readonly by: Actor
  /** The developer concerned. */
  readonly developer?: { readonly developerId: string; readonly name: string } | undefined
  /**
   * Object of the action: the public id of a key, or the name of an application, a plan or a
   * person.
   */
  readonly subject?: string | undefined
  /** Values set, by name; never a secret. */
  readonly details?: Readonly<Record<string, string>>
}
