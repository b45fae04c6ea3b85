import { KEY_OPERATIONS } from './key-operations.ts'
import { OPERATOR_OPERATIONS } from './operator-operations.ts'
import { SIGN_IN_OPERATIONS } from './sign-in-operations.ts'
import { USAGE_OPERATIONS } from './usage-operations.ts'

/** Everything that the portal's pages can ask. A route of the portal exists only by an entry here. */
export const PORTAL_OPERATIONS = {
  ...SIGN_IN_OPERATIONS,
  ...KEY_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...OPERATOR_OPERATIONS,
} as const

/** The table. */
export type PortalOperations = typeof PORTAL_OPERATIONS

/** The name of one of them. */
export type PortalOperationId = keyof PortalOperations
