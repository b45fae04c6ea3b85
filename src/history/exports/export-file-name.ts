import { isRegion, type Region } from '../../game/region.ts'

/** Returns a day as files and manifests name it: `2026-11-21`. */
export function dayText(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10)
}

/** Parses the name of a day to its first millisecond; `undefined` if invalid. */
export function parseDay(text: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined
  const dayMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(dayMs) && dayText(dayMs) === text ? dayMs : undefined
}

/** The parts of a file name: `jp-2026-11-21-<SHA-256>.ndjson.gz`. */
export interface ExportName {
  readonly region: Region
  readonly dayMs: number
  readonly sha256: string
}

/** Returns the file name. It contains the hash, so a name identifies one content. */
export function exportName({ region, dayMs, sha256 }: ExportName): string {
  return `${region}-${dayText(dayMs)}-${sha256}.ndjson.gz`
}

/** Parses a file name; `undefined` if invalid. */
export function parseExportName(name: string): ExportName | undefined {
  const [, region = '', day = '', sha256 = ''] =
    /^([a-z]{2})-([0-9-]{10})-([0-9a-f]{64})\.ndjson\.gz$/.exec(name) ?? []
  const dayMs = parseDay(day)
  return isRegion(region) && dayMs !== undefined ? { region, dayMs, sha256 } : undefined
}
