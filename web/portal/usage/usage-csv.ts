import type { PortalUsage } from '../../../src/portal/contract/usage-operations.ts'

/** Spreadsheets run cells that look like formulas. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Returns one line of a CSV file (RFC 4180). Numbers stay numbers; texts that look like formulas
 * are marked as text.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns the steps of usage as CSV. Times are UTC (ISO 8601); the header has the field names of
 * the API in every language.
 */
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
