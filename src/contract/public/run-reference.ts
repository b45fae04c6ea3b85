import type { Region } from '../../domain/region.ts'

/** What a reference to a run of an event names. */
export interface RunReference {
  readonly region: Region
  /** The id of the event. */
  readonly id: string
  /** When the run began, in Unix milliseconds; `undefined`: the newest run. */
  readonly startsAtMs: number | undefined
}

/** Writes a reference in its one form: `jp:2004`, or with the start behind an `@`. */
export function writeRun({ region, id, startsAtMs }: RunReference): string {
  return `${region}:${id}${startsAtMs === undefined ? '' : `@${startsAtMs}`}`
}

/** Takes the canonical text of a reference apart. The text must be one that `writeRun` made. */
export function splitRun(text: string): RunReference {
  const [region = '', rest = ''] = text.split(':')
  const [id = '', start] = rest.split('@')
  return {
    region: region as Region,
    id,
    startsAtMs: start === undefined ? undefined : Number(start),
  }
}
