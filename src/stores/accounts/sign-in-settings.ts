import type { QuotaLimits } from '../../domain/quota.ts'
import type { AccountDatabase } from './schema.ts'
import type { WriteAudit } from './write-audit.ts'

/** What the part of the accounts that knows who signs in is made with. */
export interface SignInSettings {
  readonly database: AccountDatabase
  /** The limits of a developer for whom neither their own settings nor their plan say others. */
  readonly defaultLimits: QuotaLimits
  /** Makes an id; at most 32 ASCII characters. */
  readonly newId: () => string
  readonly nowMs: () => number
  readonly writeAudit: WriteAudit
}
