import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { DAY_MS } from '../../../src/domain/time-units.ts'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usePortal } from '../frame/portal-context.ts'
import { CsvButton } from './csv-button.tsx'
import { UsageChart } from './usage-chart.tsx'
import { UsageStepsTable } from './usage-steps-table.tsx'
import { USAGE_TEXTS } from './texts/usage-texts.ts'
import './usage.css'

/** The chart of usage with its table and its file. */
export function UsageOverTime({
  usage,
  title,
  fileName,
}: {
  readonly usage: PortalUsage
  /** In the place of the usual heading. */
  readonly title?: string
  /** What the file is called, without its ending. */
  readonly fileName: string
}): JSX.Element {
  const { lang } = usePortal()
  const texts = USAGE_TEXTS[lang]
  const id = useId()
  const isDay = usage.stepMs >= DAY_MS
  return (
    <section aria-labelledby={id}>
      <div class="row between">
        <h2 id={id}>
          {title ?? texts.over.title}{' '}
          <span class="quiet">{isDay ? texts.over.daily : texts.over.hourly}</span>
        </h2>
        <CsvButton usage={usage} fileName={fileName} label={texts.download} />
      </div>
      <UsageChart usage={usage} texts={texts} />
      <UsageStepsTable usage={usage} texts={texts} />
    </section>
  )
}
