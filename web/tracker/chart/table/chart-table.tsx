import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { lazy } from '../../../shared/components/lazy.tsx'
import type { ChartFormats } from '../chart-formats.ts'
import type { ChartProps } from '../chart-props.ts'

/** Props of {@link ChartTable}. */
export interface ChartTableProps extends ChartProps {
  readonly formats: ChartFormats
}

/** The rows, whose script is loaded when the table is first opened. */
const LazyRows = lazy<ChartTableProps>({
  load: async () => (await import('./chart-rows.tsx')).ChartRows,
  Placeholder: () => <></>,
  Failed: ({ messages, retry }) => (
    <button type="button" class="button" onClick={retry}>
      {messages.showTable}
    </button>
  ),
})

/** Renders the data of the chart as a table, created when first opened. */
export function ChartTable(props: ChartTableProps): JSX.Element {
  const [open, setOpen] = useState(false)
  return (
    <details
      class="chart-table"
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{props.messages.showTable}</summary>
      {open && <LazyRows {...props} />}
    </details>
  )
}
