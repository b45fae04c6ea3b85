import type { Region } from '../../game/region.ts'

/** A reference to one run of an event. */
export interface RunReference {
  readonly region: Region
  /** The id of the event. */
  readonly id: string
  /** Start of the run in Unix milliseconds; `undefined`: the newest run. */
  readonly startsAtMs: number | undefined
}

/** Formats a reference in canonical form: `jp:2004`, or `jp:2004@1790000000000` with the start. */
export function formatRunReference({ region, id, startsAtMs }: RunReference): string {
  return `${region}:${id}${startsAtMs === undefined ? '' : `@${startsAtMs}`}`
}

/** Splits the canonical text of a reference into its parts, without validation. */
export function splitRunReference(text: string): RunReference {
  const [region = '', rest = ''] = text.split(':')
  const [id = '', start] = rest.split('@')
  return {
    region: region as Region,
    id,
    startsAtMs: start === undefined ? undefined : Number(start),
  }
}
