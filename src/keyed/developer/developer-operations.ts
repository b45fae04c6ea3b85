import type { OperationSpec } from '../../api/operation.ts'
import { SHARES_PARAMETERS } from './shares-endpoint.ts'

/** The operations on a developer's limits, by their methods of the TypeScript client. */
export const DEVELOPER_OPERATIONS = {
  'developer.quota': {
    summary: 'The limits of the key’s developer and their usage',
    forms: ['/quota'],
    parameters: {},
  },
  'developer.quotaShare': {
    summary: 'The share of one instance in the limits of the key’s developer',
    forms: ['/quota/shares'],
    parameters: SHARES_PARAMETERS,
  },
} as const satisfies Readonly<Record<string, OperationSpec & { readonly summary: string }>>
