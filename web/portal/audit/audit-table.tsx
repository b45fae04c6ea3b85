import type { JSX } from 'preact'
import type { PortalAuditEntry } from '../../../src/portal/contract/shapes.ts'
import { pathTo } from '../layout/route.ts'
import { usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Link } from '../components/link.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { ProblemNotice, Skeleton } from '../components/notice.tsx'
import { createDescribeDetail } from './describe-detail.ts'
import { AUDIT_MESSAGES } from './messages/audit-messages.ts'
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
  const { lang, common } = usePortal()
  const messages = AUDIT_MESSAGES[lang]
  const heads = [messages.when, messages.what, messages.details, messages.who]
  return (
    <>
      <ProblemNotice problem={problem} retry={entries === undefined ? reload : undefined} />
      {entries === undefined && problem === undefined && <Skeleton />}
      {entries?.length === 0 && <p>{messages.empty}</p>}
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
            <div class="actions start">
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
  const { lang, common, format } = usePortal()
  const messages = AUDIT_MESSAGES[lang]
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
        <ul class="bare">
          {Object.entries(details).map(([name, value]) => (
            <li key={name} class="quiet name">
              {describe(name, value)}
            </li>
          ))}
        </ul>
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
