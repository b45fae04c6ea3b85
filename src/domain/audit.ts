/** What can be in the audit trail. */
export const AUDIT_ACTIONS = [
  'developer.created',
  'developer.approved',
  'developer.suspended',
  'developer.reinstated',
  'developer.limits_set',
  'developer.plan_set',
  'developer.role_set',
  'developer.invited',
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
] as const

/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Somebody who is signed in, and does something: as a developer to what is their own, or as an operator. */
export interface SignedInActor {
  readonly kind: 'developer' | 'operator'
  readonly developerId: string
  readonly name: string
}

/** Who does something to accounts. `anyone` is somebody who holds a leaked key; `command` is the command line. */
export type Actor = SignedInActor | { readonly kind: 'command' | 'anyone' }

/** The command line, as who does something. */
export const COMMAND: Actor = { kind: 'command' }

/** One entry of the audit trail, as it is written: in the transaction of the change that it tells of. */
export interface AuditNote {
  readonly action: AuditAction
  readonly by: Actor
  /** Whom it concerns. */
  readonly developer?: { readonly developerId: string; readonly name: string } | undefined
  /** What it was done to: the public id of a key, the name of an application, of a plan, of a person. */
  readonly subject?: string | undefined
  /** What was set, name by name; never a secret. */
  readonly details?: Readonly<Record<string, string>>
}
