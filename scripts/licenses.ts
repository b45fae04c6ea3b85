import { productionPackages } from './production-packages.ts'

/** The allowed licences of production packages and their obligations. Review any other one. */
export const ALLOWED_LICENCES: Readonly<Record<string, string>> = {
  MIT: 'keep its text',
  ISC: 'keep its text',
  '0BSD': 'none',
  'BSD-2-Clause': 'keep its text',
  'BSD-3-Clause': 'keep its text',
  'BlueOak-1.0.0': 'keep its text or a link',
  'Apache-2.0': 'keep its text and notices',
  'MPL-2.0': 'publish changes to its files; Backline makes none',
  'LGPL-3.0-or-later': 'allow users to replace it: it is a separate, dynamically linked library',
}

/** Returns the licences of an SPDX expression with AND. Review an expression with OR. */
export function licencesIn(expression: string): readonly string[] {
  return expression.split(' AND ')
}

/**
 * Returns a Markdown list of the licences of all production packages, with obligations and
 * packages.
 */
export function licencesList(): string {
  const names = new Map<string, Set<string>>()
  for (const { name, licence } of productionPackages()) {
    names.set(licence, (names.get(licence) ?? new Set()).add(`\`${name}\``))
  }
  return [...names]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, packages]) => {
      const obligations = licencesIn(licence).map(
        (part) => ALLOWED_LICENCES[part] ?? '**not allowed**',
      )
      return `- **${licence}** (${[...new Set(obligations)].join('; ')}): ${[...packages].join(', ')}`
    })
    .join('\n')
}
