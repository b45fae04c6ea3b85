import type { AuditNote } from '../../audit-note.ts'
import type { AccountDatabase } from '../schema.ts'

/** Options of {@link createWriteAudit}. */
export interface WriteAuditOptions {
  /** Creates the random part of an id; at most 32 ASCII characters. */
  readonly newId: () => string
  readonly nowMs: () => number
}

/** Writes audit entries in the transaction of the change that they record. */
export type WriteAudit = (transaction: AccountDatabase, ...notes: AuditNote[]) => Promise<void>

/** Maximum ordered entries per millisecond. */
const ORDERED_MAX = 36 ** 2

/**
 * Creates the audit writer. Ids sort by time; those of one process sort in the order of writing,
 * also within a millisecond.
 */
export function createWriteAudit({ newId, nowMs }: WriteAuditOptions): WriteAudit {
  let [lastMs, nth] = [0, 0]
  const nextId = (atMs: number) => {
    nth = atMs === lastMs ? (nth + 1) % ORDERED_MAX : 0
    lastMs = atMs
    return `${atMs.toString(36).padStart(9, '0')}${nth.toString(36).padStart(2, '0')}${newId()}`
  }
  return async (transaction, ...notes) => {
    if (notes.length === 0) return
    const atMs = nowMs()
    const rows = notes.map(({ action, by, developer, subject, details = {} }) => ({
      id: nextId(atMs),
      at_ms: atMs,
      action,
      by_kind: by.kind,
      by_id: 'developerId' in by ? by.developerId : null,
      by_name: 'name' in by ? by.name : null,
      developer_id: developer?.developerId ?? null,
      developer_name: developer?.name ?? null,
      subject: subject ?? null,
      details: JSON.stringify(details),
    }))
    await transaction.insertInto('audit').values(rows).execute()
  }
}
