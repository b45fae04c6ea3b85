import type { Actor, AuditAction } from './audit-note.ts'

/** Audit entry as read from the trail. */
export interface AuditEntry {
  readonly auditId: string
  readonly atMs: number
  readonly action: AuditAction
  readonly by: Actor
  readonly developer: { readonly developerId: string; readonly name: string } | undefined
  readonly subject: string | undefined
  readonly details: Readonly<Record<string, string>>
}

/** Filter of audit entries. */
export interface AuditQuery {
  /** Only entries that concern this developer; absent: all. */
  readonly developerId?: string | undefined
  /** Only entries older than this one. */
  readonly before?: string | undefined
  /** Maximum number of entries. */
  readonly limit: number
}

/** Page of the audit trail, newest first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** `before` of the next page; `undefined` on the last one. */
  readonly next: string | undefined
}

/** Reads the audit trail. */
export interface AuditStore {
  list(query: AuditQuery): Promise<AuditPage>
}
