import type { ComponentChildren, JSX } from 'preact'
import { usePortal } from '../layout/portal-context.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { DataTable } from '../components/data-table.tsx'
import type { UsageMessages } from './messages/en.ts'

/** A row of counts. */
export interface CountsRow {
  readonly key: string
  readonly name: ComponentChildren
  readonly admitted: number
  readonly refused: number
  readonly failed: number
  readonly upstreamCalls: number
}

/** Renders counts as a table, the largest first. */
export function CountsTable({
  title,
  head,
  rows,
  messages,
}: {
  readonly title: string
  /** Heading of the first column. */
  readonly head: string
  readonly rows: readonly CountsRow[]
  readonly messages: UsageMessages
}): JSX.Element {
  const { format } = usePortal()
  const { counts } = messages
  const sorted = rows.toSorted((a, b) => b.admitted + b.refused - a.admitted - a.refused)
  return (
    <section>
      <h2>{title}</h2>
      {sorted.length === 0 ? (
        <EmptyState title={messages.by.none} />
      ) : (
        <DataTable
          caption={title}
          heads={[
            head,
            { text: counts.admitted, isNumber: true },
            { text: counts.failed, isNumber: true },
            { text: counts.refused, isNumber: true },
            { text: counts.upstreamCalls, isNumber: true },
          ]}
        >
          {sorted.map(({ key, name, admitted, failed, refused, upstreamCalls }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td class="number">{format.number(admitted)}</td>
              <td class="number">{format.number(failed)}</td>
              <td class="number">{format.number(refused)}</td>
              <td class="number">{format.number(upstreamCalls)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  )
}
