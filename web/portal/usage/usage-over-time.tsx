import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { DAY_MS } from '../../../src/platform/time/time-units.ts'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { Button } from '../components/button.tsx'
import { saveFile } from '../components/save-file.ts'
import { useMessages } from '../layout/portal-context.ts'
import { UsageChart } from './usage-chart.tsx'
import { UsageStepsTable } from './usage-steps-table.tsx'
import { usageCsv } from './usage-csv.ts'
import './usage.css'

/** Renders the usage chart with its table and CSV download. */
export function UsageOverTime({
  usage,
  title,
  fileName,
}: {
  readonly usage: PortalUsage
  /** Replaces the default heading. */
  readonly title?: string
  /** File name without extension. */
  readonly fileName: string
}): JSX.Element {
  const messages = useMessages().usage
  const id = useId()
  const isDay = usage.stepMs >= DAY_MS
  return (
    <section class="card" aria-labelledby={id}>
      <div class="row between">
        <h2 id={id}>
          {title ?? messages.over.title}{' '}
          <span class="quiet">{isDay ? messages.over.daily : messages.over.hourly}</span>
        </h2>
        <CsvButton usage={usage} fileName={fileName} label={messages.download} />
      </div>
      <UsageChart usage={usage} messages={messages} />
      <UsageStepsTable usage={usage} messages={messages} />
    </section>
  )
}

/** Renders the button that downloads the shown usage as CSV, created in the browser. */
function CsvButton({
  usage,
  fileName,
  label,
}: {
  readonly usage: PortalUsage
  readonly fileName: string
  readonly label: string
}): JSX.Element {
  const download = () =>
    saveFile(new Blob([usageCsv(usage)], { type: 'text/csv' }), `${fileName}.csv`)
  return <Button onClick={download}>{label}</Button>
}
