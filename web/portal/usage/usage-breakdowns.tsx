import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { CountsTable } from './counts-table.tsx'
import { ErrorsPanel } from './errors-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { StatusTable } from './status-table.tsx'
import type { UsageTexts } from './texts/en.ts'

/** What was asked by operation, region, key and status, what the limits refused, and the errors. */
export function UsageBreakdowns({
  usage,
  texts,
}: {
  readonly usage: PortalUsage
  readonly texts: UsageTexts
}): JSX.Element {
  const { texts: frame } = usePortal()
  const { by } = texts
  return (
    <>
      <div class="usage-pair">
        <LimitsPanel limits={usage.limits} texts={texts} />
        <ErrorsPanel errors={usage.errors} texts={texts} />
      </div>
      <div class="usage-pair">
        <CountsTable
          title={by.operation}
          head={texts.request.operation}
          texts={texts}
          rows={usage.operations.map((one) => ({
            ...one,
            key: one.operation,
            name: one.operation === '' ? by.noOperation : one.operation,
          }))}
        />
        <CountsTable
          title={by.key}
          head={texts.key}
          texts={texts}
          rows={usage.keys.map((one) => ({
            ...one,
            key: one.keyId,
            name: (
              <>
                {one.name} <code>{one.keyId}</code>{' '}
                {one.application !== '' && <span class="quiet">{one.application}</span>}
              </>
            ),
          }))}
        />
        <CountsTable
          title={by.region}
          head={texts.region}
          texts={texts}
          rows={usage.regions.map((one) => ({
            ...one,
            key: one.region ?? '',
            name: one.region === undefined ? by.noRegion : frame.regions[one.region],
          }))}
        />
        <StatusTable statuses={usage.statuses} texts={texts} />
      </div>
      <p class="quiet">{texts.countsHelp}</p>
    </>
  )
}
