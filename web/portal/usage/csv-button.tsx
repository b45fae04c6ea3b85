import type { JSX } from 'preact'
import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'
import { usageCsv } from './usage-csv.ts'

/** Renders the button that downloads the shown usage as CSV, created in the browser. */
export function CsvButton({
  usage,
  fileName,
  label,
}: {
  readonly usage: PortalUsage
  readonly fileName: string
  readonly label: string
}): JSX.Element {
  const hand = () => {
    const address = URL.createObjectURL(new Blob([usageCsv(usage)], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `${fileName}.csv`
    link.click()
    // The browser has started the download when the next task runs.
    setTimeout(() => URL.revokeObjectURL(address), 0)
  }
  return (
    <button type="button" onClick={hand}>
      {label}
    </button>
  )
}
