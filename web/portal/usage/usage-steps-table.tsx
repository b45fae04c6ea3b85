import type { JSX } from 'preact'
import { DAY_MS } from '../../../src/domain/time-units.ts'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { DataTable } from '../parts/data-table.tsx'
import { createStepNames } from './step-names.ts'
import type { UsageTexts } from './texts/en.ts'

/** The chart as a table, newest first: folded away until somebody wants it. */
export function UsageStepsTable({
  usage: { steps, stepMs },
  texts,
}: {
  readonly usage: PortalUsage
  readonly texts: UsageTexts
}): JSX.Element {
  const { format } = usePortal()
  const names = createStepNames(format, stepMs)
  const { over, counts } = texts
  return (
    <details class="usage-steps">
      <summary>{over.table}</summary>
      <DataTable
        caption={over.title}
        heads={[
          stepMs >= DAY_MS ? over.day : over.time,
          { text: counts.admitted, isNumber: true },
          { text: counts.failed, isNumber: true },
          { text: counts.refused, isNumber: true },
          { text: counts.upstreamCalls, isNumber: true },
        ]}
      >
        {steps.toReversed().map((step, place) => (
          <tr key={step.atMs}>
            <th scope="row">
              {names.long(step.atMs)}
              {place === 0 && <span class="quiet"> {over.running}</span>}
            </th>
            <td class="number">{format.number(step.admitted)}</td>
            <td class="number">{format.number(step.failed)}</td>
            <td class="number">{format.number(step.refused)}</td>
            <td class="number">{format.number(step.upstreamCalls)}</td>
          </tr>
        ))}
      </DataTable>
    </details>
  )
}
