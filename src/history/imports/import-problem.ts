/** A problem with an export file or a list of files, as text for the person who imports it. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem'
}
