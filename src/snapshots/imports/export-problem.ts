/** What is wrong with a file or a list of files, in words for the person who wants to take it in. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem'
}
