import type { AuditAction } from '../../../../src/domain/audit.ts'

/** English, and what every other language must have. */
export const en = {
  lead: 'Everything that was done to your account, applications and keys, and by whom. Nothing in it can be changed or removed.',
  when: 'When',
  what: 'What',
  who: 'By',
  developer: 'Developer',
  details: 'Details',
  empty: 'Nothing has been done yet.',
  older: 'Older entries',
  end: 'That is all.',
  by: {
    developer: 'Developer',
    operator: 'An operator',
    command: 'An operator, on the command line',
    anyone: 'Somebody who held the key',
  },
  named: (who: string, name: string) => `${who} ${name}`,
  actions: {
    'developer.created': 'Account made',
    'developer.approved': 'Account approved',
    'developer.suspended': 'Account suspended: all keys are refused',
    'developer.reinstated': 'Account reinstated',
    'developer.limits_set': 'Limits changed',
    'developer.plan_set': 'Plan changed',
    'developer.role_set': 'Role changed',
    'developer.invited': 'Sign-in link made',
    'invitation.withdrawn': 'Sign-in link withdrawn',
    'session.begun': 'Signed in',
    'session.ended': 'Signed out',
    'identity.added': 'Person added who may sign in',
    'identity.removed': 'Person removed who could sign in',
    'application.created': 'Application made',
    'application.renamed': 'Application renamed',
    'application.removed': 'Application removed',
    'key.created': 'Key made',
    'key.renamed': 'Key renamed',
    'key.rotated': 'Key rotated',
    'key.expiry_set': 'Expiry of a key changed',
    'key.revoked': 'Key revoked',
    'key.leaked': 'Leaked key revoked',
    'plan.set': 'Plan set',
    'plan.removed': 'Plan removed',
  } satisfies Readonly<Record<AuditAction, string>>,
}

/** The texts of the audit trail in one language. */
export type AuditTexts = typeof en
