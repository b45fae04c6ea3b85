import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { DataTable } from '../parts/data-table.tsx'
import type { UsageTexts } from './texts/en.ts'

/** How often each status was answered, by the number of the status. */
export function StatusTable({
  statuses,
  texts,
}: {
  readonly statuses: PortalUsage['statuses']
  readonly texts: UsageTexts
}): JSX.Element {
  const { lang, format } = usePortal()
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 })
  const all = statuses.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <section>
      <h2>{texts.by.status}</h2>
      {statuses.length === 0 ? (
        <p class="quiet">{texts.by.none}</p>
      ) : (
        <DataTable
          caption={texts.by.status}
          heads={[
            texts.request.status,
            { text: texts.counts.requests, isNumber: true },
            { text: texts.counts.share, isNumber: true },
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
