/** Returns a name in snake case: `ranking_start` for `rankingStart`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns whether a name is a keyword of Python that the contract uses. */
export function isPythonKeyword(name: string): boolean {
  return name === 'from' || name === 'with'
}

/** Returns the name of an argument in Python: in snake case, with an underscore after a keyword. */
export function argumentName(name: string): string {
  return isPythonKeyword(name) ? `${name}_` : snakeCase(name)
}
