import { productionPackages } from './production-packages.ts'

/** The allowed licenses of production packages and their obligations. Review any other one. */
export const ALLOWED_LICENSES: Readonly<Record<string, string>> = {
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

/** Returns the licenses of an SPDX expression with AND. Review an expression with OR. */
export function licensesIn(expression: string): readonly string[] {
  return expression.split(' AND ')
}

/**
 * Returns a Markdown list of the licenses of all production packages, with obligations and
 * packages.
 */
export function licensesList(): string {
  const names = new Map<string, Set<string>>()
  for (const { name, license } of productionPackages()) {
    names.set(license, (names.get(license) ?? new Set()).add(`\`${name}\``))
  }
  return [...names]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([license, packages]) => {
      const obligations = licensesIn(license).map(
        (part) => ALLOWED_LICENSES[part] ?? '**not allowed**',
      )
      return `- **${license}** (${[...new Set(obligations)].join('; ')}): ${[...packages].join(', ')}`
    })
    .join('\n')
}
