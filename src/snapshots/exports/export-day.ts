import { isRegion, type Region } from '../../domain/region.ts'
import { DAY_MS } from '../../domain/time-units.ts'

/** The first millisecond of the UTC day of a time. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS) * DAY_MS
}

/** A day as files and manifests name it: `2026-11-21`. */
export function dayText(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10)
}

/** The first millisecond of a day by its name; `undefined` when there is no such day. */
export function parseDay(text: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined
  const dayMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(dayMs) && dayText(dayMs) === text ? dayMs : undefined
}

/** What the name of a file says: `jp-2026-11-21-<SHA-256>.ndjson.gz`. */
export interface ExportName {
  readonly region: Region
  readonly dayMs: number
  readonly sha256: string
}

/** The name of a file: what it holds and its hash, so that there is only one content for a name. */
export function exportName({ region, dayMs, sha256 }: ExportName): string {
  return `${region}-${dayText(dayMs)}-${sha256}.ndjson.gz`
}

/** Takes a name apart; `undefined` when it is none. */
export function parseExportName(name: string): ExportName | undefined {
  const [, region = '', day = '', sha256 = ''] =
    /^([a-z]{2})-([0-9-]{10})-([0-9a-f]{64})\.ndjson\.gz$/.exec(name) ?? []
  const dayMs = parseDay(day)
  return isRegion(region) && dayMs !== undefined ? { region, dayMs, sha256 } : undefined
}
