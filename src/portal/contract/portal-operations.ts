import { ACCESS_OPERATIONS } from './access-operations.ts'
import { INCIDENT_OPERATIONS } from './incident-operations.ts'
import { KEY_OPERATIONS } from './key-operations.ts'
import { OPERATOR_OPERATIONS } from './operator-operations.ts'
import { SIGN_IN_OPERATIONS } from './sign-in-operations.ts'
import { USAGE_OPERATIONS } from './usage-operations.ts'
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts'

/** All operations of the portal. A route exists only through an entry here. */
export const PORTAL_OPERATIONS = {
  ...SIGN_IN_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...KEY_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...OPERATOR_OPERATIONS,
  ...INCIDENT_OPERATIONS,
} as const

/** Type of the operation table. */
export type PortalOperations = typeof PORTAL_OPERATIONS

/** Id of an operation. */
export type PortalOperationId = keyof PortalOperations
