/** Characters of a name at most; with the rest, file systems accept the file. */
const NAME_MAX = 60

/** Characters that no file system or shell likes in a name. */
const UNSAFE = /[\p{Cc}\p{Cf}\\/:*?"<>|#%]+/gu

/**
 * Returns the name of a downloaded file: what it shows, where, and when, as in
 * `Starlight JP 2026-11-20 11.00.png`. The time is in `zone`.
 */
export function fileName(
  { name, region, atMs, zone }: FileFacts,
  extension: 'png' | 'svg' | 'csv',
): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(atMs)
  const safe = name.replaceAll(UNSAFE, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, NAME_MAX)
  const shown = safe.replace(/^\.+/, '') || 'Backline'
  return `${shown} ${region.toUpperCase()} ${parts.replace(':', '.')}.${extension}`
}

/** What the name of a file says. */
export interface FileFacts {
  readonly name: string
  readonly region: string
  /** Unix ms. */
  readonly atMs: number
  /** An IANA name. */
  readonly zone: string
}
