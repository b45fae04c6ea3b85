/**
 * Returns the operationIds of all forms of an operation, in order. The first form has the plain
 * name. Forms with parameters in the path are `…ByPath`; each later one also names the path
 * parameters it adds: `getArenaRanking`, `getArenaRankingByPath`,
 * `getArenaRankingByPathWithBandId`.
 */
export function formNames(name: string, forms: readonly string[]): readonly string[] {
  const [, byPath = ''] = forms
  const known = new Set(namesIn(byPath))
  return forms.map((form, index) => {
    if (index === 0) return name
    const added = namesIn(form).filter((parameter) => !known.has(parameter))
    const suffix = added.map((parameter) => `${parameter[0]?.toUpperCase()}${parameter.slice(1)}`)
    return `${name}ByPath${suffix.length === 0 ? '' : `With${suffix.join('And')}`}`
  })
}

/** Returns the names in braces of a path, in order. */
export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => name)
}
