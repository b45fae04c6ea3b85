import { csvLine } from '../usage-csv.ts'
import type { ListedRequest, RequestSelection } from './request-filter.ts'
import { readPage } from './use-request-list.ts'

/** File formats of the export. */
export const EXPORT_FORMATS = ['CSV', 'NDJSON'] as const

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Maximum exported requests, and the requests and calls that it takes. */
export const EXPORTED_MAX = 50_000
const PAGE = 1_000
const CALLS_MAX = 150

const MEDIA_TYPES = { CSV: 'text/csv', NDJSON: 'application/x-ndjson' } as const

const COLUMNS = [
  'time',
  'requestId',
  'status',
  'code',
  'operation',
  'region',
  'keyId',
  'cache',
  'durationMs',
  'complete',
] as const

/**
 * Reads all requests of a selection, newest first, at most {@link EXPORTED_MAX}. Calls `onCount`
 * with the number read so far. Resolves with the requests and whether there may be more.
 */
export async function readForExport(
  selection: RequestSelection,
  onCount: (count: number) => void,
): Promise<{ readonly requests: readonly ListedRequest[]; readonly isCut: boolean }> {
  const requests: ListedRequest[] = []
  let before: string | undefined
  for (let calls = 0; calls < CALLS_MAX; calls += 1) {
    const page = await readPage(selection, { before, limit: PAGE })
    requests.push(...page.requests)
    onCount(requests.length)
    if (page.next === undefined) return { requests, isCut: false }
    if (requests.length >= EXPORTED_MAX) break
    before = page.next
  }
  return { requests, isCut: true }
}

/**
 * Returns requests as a file. Times are UTC (ISO 8601) with milliseconds; names are those of the
 * API in every language.
 */
export function exportFile(requests: readonly ListedRequest[], format: ExportFormat): Blob {
  const rows = requests.map(({ atMs, developer, ...request }) => ({
    time: new Date(atMs).toISOString(),
    ...request,
    ...(developer !== undefined && { developerId: developer.developerId }),
  }))
  const lines = format === 'NDJSON' ? rows.map((row) => `${JSON.stringify(row)}\n`) : csvLines(rows)
  return new Blob(lines, { type: MEDIA_TYPES[format] })
}

type ExportedRow = Readonly<Record<string, string | number | boolean | undefined>>

function csvLines(rows: readonly ExportedRow[]): string[] {
  const hasDevelopers = rows.some((row) => 'developerId' in row)
  const columns = hasDevelopers ? [...COLUMNS, 'developerId'] : COLUMNS
  const cell = (value: string | number | boolean | undefined) =>
    typeof value === 'number' ? value : String(value ?? '')
  return [csvLine(columns), ...rows.map((row) => csvLine(columns.map((name) => cell(row[name]))))]
}
