import type { QuotaLimits } from '../../domain/quota.ts'
import type { AccountDatabase } from './schema.ts'
import type { WriteAudit } from './write-audit.ts'

/** What the stores of the accounts are made with. */
export interface AccountParts {
  readonly database: AccountDatabase
  /** The limits of a developer who has none of their own, and no plan. */
  readonly defaultLimits: QuotaLimits
  /** Makes an id for something new; at most 32 ASCII characters. */
  readonly newId: () => string
  readonly nowMs: () => number
  readonly writeAudit: WriteAudit
}
