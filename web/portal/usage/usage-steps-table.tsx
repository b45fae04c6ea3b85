import type { JSX } from 'preact'
import { DAY_MS } from '../../../src/platform/time/time-units.ts'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../layout/portal-context.ts'
import { DataTable } from '../components/data-table.tsx'
import { createStepNames } from './step-names.ts'
import type { UsageMessages } from './messages/en.ts'

/** Renders the chart as a collapsed table, newest first. */
export function UsageStepsTable({
  usage: { steps, stepMs },
  messages,
}: {
  readonly usage: PortalUsage
  readonly messages: UsageMessages
}): JSX.Element {
  const { format } = usePortal()
  const names = createStepNames(format, stepMs)
  const { over, counts } = messages
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
