import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../layout/portal-context.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { DataTable } from '../components/data-table.tsx'
import type { UsageMessages } from './messages/en.ts'

/** Renders the number of responses per status, ordered by status. */
export function StatusTable({
  statuses,
  messages,
}: {
  readonly statuses: PortalUsage['statuses']
  readonly messages: UsageMessages
}): JSX.Element {
  const { lang, format } = usePortal()
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 })
  const all = statuses.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <section>
      <h2>{messages.by.status}</h2>
      {statuses.length === 0 ? (
        <EmptyState title={messages.by.none} />
      ) : (
        <DataTable
          caption={messages.by.status}
          heads={[
            messages.request.status,
            { text: messages.counts.requests, isNumber: true },
            { text: messages.counts.share, isNumber: true },
          ]}
        >
          {statuses
            .toSorted((a, b) => a.status - b.status)
            .map(({ status, requests }) => (
              <tr key={status}>
                <th scope="row">{status}</th>
                <td class="number">{format.number(requests)}</td>
                <td class="number">{percent.format(requests / Math.max(1, all))}</td>
              </tr>
            ))}
        </DataTable>
      )}
    </section>
  )
}
