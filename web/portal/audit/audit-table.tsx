import type { JSX } from 'preact'
import type { PortalAuditEntry } from '../../../src/portal/contract/shapes.ts'
import { pathTo } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Link } from '../components/link.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { createDescribeDetail } from './describe-detail.ts'
import type { ReadAudit } from './use-audit.ts'

/** Renders the audit trail as a table with a button for older entries. */
export function AuditTable({
  audit: { entries, problem, reload, readOlder, isReading },
  showsDeveloper = false,
}: {
  readonly audit: ReadAudit
  /** Whether to show the developer of each entry, with a link. */
  readonly showsDeveloper?: boolean
}): JSX.Element {
  const { common } = usePortal()
  const messages = useMessages().audit
  const heads = [messages.when, messages.what, messages.details, messages.who]
  return (
    <>
      <ProblemNotice problem={problem} retry={entries === undefined ? reload : undefined} />
      {entries === undefined && problem === undefined && <Skeleton />}
      {entries?.length === 0 && <EmptyState title={messages.empty} />}
      {entries !== undefined && entries.length > 0 && (
        <>
          <DataTable
            caption={common.nav.audit}
            heads={showsDeveloper ? [...heads, messages.developer] : heads}
          >
            {entries.map((entry) => (
              <Row key={entry.auditId} entry={entry} showsDeveloper={showsDeveloper} />
            ))}
          </DataTable>
          {readOlder === undefined ? (
            <p class="quiet">{messages.end}</p>
          ) : (
            <div class="actions">
              <Button isBusy={isReading} onClick={readOlder}>
                {messages.older}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}

function Row({
  entry: { atMs, action, subject, details, by, byName, developer },
  showsDeveloper,
}: {
  readonly entry: PortalAuditEntry
  readonly showsDeveloper: boolean
}): JSX.Element {
  const { common, format } = usePortal()
  const messages = useMessages().audit
  const describe = createDescribeDetail({ messages, common, format })
  const who = messages.by[by]
  return (
    <tr>
      <td>
        <Timestamp ms={atMs} />
      </td>
      <td class="name">
        {messages.actions[action]}
        {subject !== undefined && (
          <>
            : <strong>{subject}</strong>
          </>
        )}
      </td>
      <td>
        {Object.keys(details).length > 0 && (
          <ul class="bare">
            {Object.entries(details).map(([name, value]) => (
              <li key={name} class="quiet name">
                {describe(name, value)}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td class="name">{byName === undefined ? who : messages.named(who, byName)}</td>
      {showsDeveloper && (
        <td class="name">
          {developer !== undefined && (
            <Link to={pathTo('operatorDeveloper', developer.developerId)}>{developer.name}</Link>
          )}
        </td>
      )}
    </tr>
  )
}
