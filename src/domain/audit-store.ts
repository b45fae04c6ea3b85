import type { Actor, AuditAction } from './audit.ts'

/** One entry of the audit trail, as it is read. */
export interface AuditEntry {
  readonly auditId: string
  readonly atMs: number
  readonly action: AuditAction
  readonly by: Actor
  readonly developer: { readonly developerId: string; readonly name: string } | undefined
  readonly subject: string | undefined
  readonly details: Readonly<Record<string, string>>
}

/** Which entries are asked for. */
export interface AuditQuestion {
  /** Those that concern this developer; absent: all. */
  readonly developerId?: string | undefined
  /** Older ones than this entry. */
  readonly before?: string | undefined
  /** At most so many. */
  readonly limit: number
}

/** A page of the audit trail, the newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** What to ask with as `before` for what is older; `undefined` at the end. */
  readonly next: string | undefined
}

/** Reads the audit trail. */
export interface AuditStore {
  list(question: AuditQuestion): Promise<AuditPage>
}
