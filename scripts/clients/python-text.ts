/** Columns of a line of Python that is made. */
export const PYTHON_COLUMNS = 110

/** The class of a message or of an error: `event.GetDeckResponse` and `not_found` are `EventGetDeckResponse`, `NotFound`. */
export function pythonName(name: string): string {
  const words = name.split(/[._]/).map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
  // The package is said once: `arena.ArenaRankingResponse`.
  return words.filter((word, at) => words[at + 1]?.startsWith(word) !== true).join('')
}

/** A name as Python writes those of arguments and methods: `rankingStart` is `ranking_start`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The type of a text that is one of `names`. */
export function pythonChoice(names: readonly string[]): string {
  return `Literal[${names.map((name) => JSON.stringify(name)).join(', ')}]`
}

/** A paragraph broken into lines, each behind so many spaces; those after the first behind `hanging` more. */
export function pythonLines(paragraph: string, spaces: number, hanging = 0): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/\s+/)) {
    const before = ' '.repeat(spaces + (lines.length === 0 ? 0 : hanging))
    if (line === '') line = before + word
    else if (line.length + 1 + word.length <= PYTHON_COLUMNS) line += ` ${word}`
    else {
      lines.push(line)
      line = ' '.repeat(spaces + hanging) + word
    }
  }
  return [...lines, line]
}
