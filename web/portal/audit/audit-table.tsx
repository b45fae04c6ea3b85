import type { JSX } from 'preact'
import type { PortalAuditEntry } from '../../../src/portal/contract/shapes.ts'
import { pathTo } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Link } from '../parts/link.tsx'
import { Moment } from '../parts/moment.tsx'
import { ProblemNotice, Skeleton } from '../parts/notice.tsx'
import { createDescribeDetail } from './describe-detail.ts'
import { AUDIT_TEXTS } from './texts/audit-texts.ts'
import type { ReadAudit } from './use-audit.ts'

/** The audit trail as a table, and what reads on. */
export function AuditTable({
  audit: { entries, problem, reload, readOlder, isReading },
  showsDeveloper = false,
}: {
  readonly audit: ReadAudit
  /** Whether whom each entry concerns is said, with a link to that developer, as operators want it. */
  readonly showsDeveloper?: boolean
}): JSX.Element {
  const { lang, texts } = usePortal()
  const words = AUDIT_TEXTS[lang]
  const heads = [words.when, words.what, words.details, words.who]
  return (
    <>
      <ProblemNotice problem={problem} retry={entries === undefined ? reload : undefined} />
      {entries === undefined && problem === undefined && <Skeleton />}
      {entries?.length === 0 && <p>{words.empty}</p>}
      {entries !== undefined && entries.length > 0 && (
        <>
          <DataTable
            caption={texts.nav.audit}
            heads={showsDeveloper ? [...heads, words.developer] : heads}
          >
            {entries.map((entry) => (
              <Row key={entry.auditId} entry={entry} showsDeveloper={showsDeveloper} />
            ))}
          </DataTable>
          {readOlder === undefined ? (
            <p class="quiet">{words.end}</p>
          ) : (
            <div class="actions start">
              <Button isBusy={isReading} onClick={readOlder}>
                {words.older}
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
  const { lang, texts, format } = usePortal()
  const words = AUDIT_TEXTS[lang]
  const describe = createDescribeDetail({ words, texts, format })
  const who = words.by[by]
  return (
    <tr>
      <td>
        <Moment ms={atMs} />
      </td>
      <td class="name">
        {words.actions[action]}
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
      <td class="name">{byName === undefined ? who : words.named(who, byName)}</td>
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
