import { escapeControls } from '../../platform/text/escape-controls.ts'

/**
 * A problem with one line or one file of data, described for its author. `field` is the path in the
 * line. Neither text contains a value of the data.
 */
export class DataProblem extends Error {
  override readonly name = 'DataProblem'
  /** From 1; `undefined` if the problem concerns the file, or its line is not known yet. */
  line: number | undefined
  readonly field: string | undefined

  constructor(what: string, place: { readonly field?: string; readonly line?: number } = {}) {
    super(what)
    this.field = place.field
    this.line = place.line
  }
}

/**
 * Returns the problem of a file in one sentence, such as `players.ndjson, line 3, entry.rankExp:
 * must be integer`, without control characters.
 */
export function formatProblem(path: string, { line, field, message }: DataProblem): string {
  const places = [path, line === undefined ? '' : `line ${line}`, field ?? '']
  return escapeControls(`${places.filter((place) => place !== '').join(', ')}: ${message}`)
}
