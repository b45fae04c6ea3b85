import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../layout/portal-context.ts'
import { CountsTable } from './counts-table.tsx'
import { ErrorsPanel } from './errors-panel.tsx'
import { LimitsPanel } from './limits-panel.tsx'
import { StatusTable } from './status-table.tsx'
import type { UsageMessages } from './messages/en.ts'

/** Renders usage by operation, region, key and status, rejections by limit, and errors. */
export function UsageBreakdowns({
  usage,
  messages,
}: {
  readonly usage: PortalUsage
  readonly messages: UsageMessages
}): JSX.Element {
  const { common } = usePortal()
  const { by } = messages
  return (
    <>
      <div class="usage-pair">
        <LimitsPanel limits={usage.limits} messages={messages} />
        <ErrorsPanel errors={usage.errors} messages={messages} />
      </div>
      <div class="usage-pair">
        <CountsTable
          title={by.operation}
          head={messages.request.operation}
          messages={messages}
          rows={usage.operations.map((one) => ({
            ...one,
            key: one.operation,
            name: one.operation === '' ? by.noOperation : one.operation,
          }))}
        />
        <CountsTable
          title={by.key}
          head={messages.key}
          messages={messages}
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
          head={messages.region}
          messages={messages}
          rows={usage.regions.map((one) => ({
            ...one,
            key: one.region ?? '',
            name: one.region === undefined ? by.noRegion : common.regions[one.region],
          }))}
        />
        <StatusTable statuses={usage.statuses} messages={messages} />
      </div>
      <p class="quiet">{messages.countsHelp}</p>
    </>
  )
}
