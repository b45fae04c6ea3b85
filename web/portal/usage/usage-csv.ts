import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'

/** A cell that programs take as a formula would be run by whoever opens the file. */
const FORMULA = /^[=+\-@\t\r]/

/** One line of a CSV file (RFC 4180), whatever its cells hold. Numbers stay numbers; texts that look like formulas are marked as texts. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The steps of usage as a CSV file. Times are UTC (ISO 8601), and the head is the names of the interface in every language. */
export function usageCsv({ steps }: Pick<PortalUsage, 'steps'>): string {
  const lines = steps.map(({ atMs, admitted, refused, failed, upstreamCalls }) => [
    new Date(atMs).toISOString(),
    admitted,
    refused,
    failed,
    upstreamCalls,
  ])
  return [['time', 'admitted', 'refused', 'failed', 'upstreamCalls'], ...lines]
    .map(csvLine)
    .join('')
}
