import { KEY_OPERATIONS } from './key-operations.ts'
import { OPERATOR_OPERATIONS } from './operator-operations.ts'
import { SIGN_IN_OPERATIONS } from './sign-in-operations.ts'
import { USAGE_OPERATIONS } from './usage-operations.ts'

/** All operations of the portal. A route exists only through an entry here. */
export const PORTAL_OPERATIONS = {
  ...SIGN_IN_OPERATIONS,
  ...KEY_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...OPERATOR_OPERATIONS,
} as const

/** Type of the operation table. */
export type PortalOperations = typeof PORTAL_OPERATIONS

/** Id of an operation. */
export type PortalOperationId = keyof PortalOperations
