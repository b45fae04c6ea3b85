import type { Selectable } from '#libraries/kysely'
import type { Actor, AuditAction } from '../../audit-note.ts'
import type { AuditEntry, AuditStore } from '../../audit-store.ts'
import type { AccountDatabase, AccountTables } from '../schema.ts'

/** Creates the SQL reader of the audit trail. */
export function createAuditStore(database: AccountDatabase): AuditStore {
  return {
    list: async ({ developerId, before, limit }) => {
      const rows = await database
        .selectFrom('audit')
        .selectAll()
        .$if(developerId !== undefined, (query) =>
          query.where('developer_id', '=', developerId ?? ''),
        )
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
        .orderBy('id', 'desc')
        // One more row shows whether there is a next page.
        .limit(limit + 1)
        .execute()
      const entries = rows.slice(0, limit).map(auditEntry)
      return { entries, next: rows.length > limit ? entries.at(-1)?.auditId : undefined }
    },
  }
}

function auditEntry(row: Selectable<AccountTables['audit']>): AuditEntry {
  const { developer_id: developerId, developer_name: name } = row
  return {
    auditId: row.id,
    atMs: row.at_ms,
    action: row.action as AuditAction,
    by: actorOf(row),
    developer: developerId === null ? undefined : { developerId, name: name ?? '' },
    subject: row.subject ?? undefined,
    details: JSON.parse(row.details) as Record<string, string>,
  }
}

function actorOf({
  by_kind: kind,
  by_id: id,
  by_name: name,
}: Selectable<AccountTables['audit']>): Actor {
  return kind === 'developer' || kind === 'operator'
    ? { kind, developerId: id ?? '', name: name ?? '' }
    : { kind }
}
