import type { QuotaLimits } from '../../quotas/quota.ts'
import type { AccountDatabase } from './schema.ts'
import type { WriteAudit } from './audit/write-audit.ts'

/** Runs a transaction and retries it with space of the disk reserve when the disk is full. */
export type WithReserve = <Result>(transaction: () => Promise<Result>) => Promise<Result>

/** Options of the SQL stores of accounts. */
export interface AccountOptions {
  readonly database: AccountDatabase
  /** Limits of a developer without own limits and without a plan. */
  readonly defaultLimits: QuotaLimits
  /** Plan of developers who register, if it exists. */
  readonly starterPlan: string | undefined
  /** Creates an id of at most 32 ASCII characters. */
  readonly newId: () => string
  readonly nowMs: () => number
  readonly writeAudit: WriteAudit
  /** Runs a change that must succeed on a full disk, because it revokes access. */
  readonly withReserve: WithReserve
}
