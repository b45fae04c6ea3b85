/**
 * What is wrong with one line or one file of data, in words for whoever made it. `field` names the place in the line;
 * neither text ever holds a value of the data.
 */
export class DataProblem extends Error {
  override readonly name = 'DataProblem'
  /** From 1; `undefined` when the problem is the file's, or is not yet known to be a line's. */
  line: number | undefined
  readonly field: string | undefined

  constructor(what: string, place: { readonly field?: string; readonly line?: number } = {}) {
    super(what)
    this.field = place.field
    this.line = place.line
  }
}

/** The problem of a file in one sentence: `players.ndjson, line 3, entry.rankExp: must be integer`. */
export function sayProblem(path: string, { line, field, message }: DataProblem): string {
  const places = [path, line === undefined ? '' : `line ${line}`, field ?? '']
  return `${places.filter((place) => place !== '').join(', ')}: ${message}`
}
