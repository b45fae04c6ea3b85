/** Maximum columns of a generated line of Python. */
export const PYTHON_COLUMNS = 110

/**
 * Returns the class name of a message or error, such as `EventGetDeckResponse` for
 * `event.GetDeckResponse`.
 */
export function pythonName(name: string): string {
  const words = name.split(/[._]/).map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
  // Omit the repeated package, as in `arena.ArenaRankingResponse`.
  return words.filter((word, at) => words[at + 1]?.startsWith(word) !== true).join('')
}

/** Returns the type of a string that is one of `names`. */
export function pythonChoice(names: readonly string[]): string {
  return `Literal[${names.map((name) => JSON.stringify(name)).join(', ')}]`
}

/** Wraps a paragraph into lines indented by `spaces`, and by `hanging` more after the first. */
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
