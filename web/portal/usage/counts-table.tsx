import type { ComponentChildren, JSX } from 'preact'
import { usePortal } from '../frame/portal-context.ts'
import { DataTable } from '../parts/data-table.tsx'
import type { UsageTexts } from './texts/en.ts'

/** One row: what was counted of one thing. */
export interface CountsRow {
  readonly key: string
  readonly name: ComponentChildren
  readonly admitted: number
  readonly refused: number
  readonly failed: number
  readonly upstreamCalls: number
}

/** What was counted, thing by thing, the most asked first. */
export function CountsTable({
  title,
  head,
  rows,
  texts,
}: {
  readonly title: string
  /** What the rows are. */
  readonly head: string
  readonly rows: readonly CountsRow[]
  readonly texts: UsageTexts
}): JSX.Element {
  const { format } = usePortal()
  const { counts } = texts
  const sorted = rows.toSorted((a, b) => b.admitted + b.refused - a.admitted - a.refused)
  return (
    <section>
      <h2>{title}</h2>
      {sorted.length === 0 ? (
        <p class="quiet">{texts.by.none}</p>
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
