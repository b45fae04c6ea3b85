import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { DAY_MS } from '../../../src/platform/time/time-units.ts'
import type { PortalLatency } from '../../../src/portal/contract/usage-operations.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { DataTable } from '../components/data-table.tsx'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { createStepNames } from './step-names.ts'

type Counts = PortalLatency['operations'][number]['steps'][number]

/** Renders durations and error rates by operation, each with its hours or days. */
export function LatencySection({ latency }: { readonly latency: PortalLatency }): JSX.Element {
  const { lang, format } = usePortal()
  const { latency: messages } = useMessages().requests
  const usageMessages = useMessages().usage
  const id = useId()
  const names = createStepNames(format, latency.stepMs)
  const isDay = latency.stepMs >= DAY_MS
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 })
  const heads = [
    { text: usageMessages.counts.admitted, isNumber: true as const },
    { text: messages.errorRate, isNumber: true as const },
    ...['p50', 'p95', 'p99'].map((text) => ({ text, isNumber: true as const })),
  ]
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{messages.title}</h2>
      <p class="quiet">
        {messages.help} {isDay && messages.retained}
      </p>
      {latency.operations.length === 0 ? (
        <EmptyState title={messages.none} />
      ) : (
        <DataTable caption={messages.title} heads={[usageMessages.request.operation, ...heads]}>
          {latency.operations.map(({ operation, ...counts }) => (
            <tr key={operation}>
              <th scope="row">{operation === '' ? usageMessages.by.noOperation : operation}</th>
              {cells(counts)}
            </tr>
          ))}
        </DataTable>
      )}
      {latency.operations.map(({ operation, steps }) => {
        const title = isDay ? messages.days(operation) : messages.hours(operation)
        return (
          <details key={operation} class="usage-steps">
            <summary>{title}</summary>
            <DataTable
              caption={title}
              heads={[isDay ? usageMessages.over.day : messages.hour, ...heads]}
            >
              {steps.toReversed().map((step) => (
                <tr key={step.atMs}>
                  <th scope="row">{names.long(step.atMs)}</th>
                  {cells(step)}
                </tr>
              ))}
            </DataTable>
          </details>
        )
      })}
    </section>
  )

  function cells({ requests, failed, p50Ms, p95Ms, p99Ms }: Omit<Counts, 'atMs'>): JSX.Element {
    return (
      <>
        <td class="number">{format.number(requests)}</td>
        <td class="number">{percent.format(failed / Math.max(1, requests))}</td>
        {[p50Ms, p95Ms, p99Ms].map((ms, nth) => (
          <td class="number" key={nth}>
            {ms !== undefined && usageMessages.request.milliseconds(format.number(ms))}
          </td>
        ))}
      </>
    )
  }
}
