import { productionPackages } from './production-packages.ts'

/** The licences that what we run on may have, and what each asks for. Another one needs a person to read it. */
export const ALLOWED_LICENCES: Readonly<Record<string, string>> = {
  MIT: 'its text kept',
  ISC: 'its text kept',
  '0BSD': 'nothing',
  'BSD-2-Clause': 'its text kept',
  'BSD-3-Clause': 'its text kept',
  'BlueOak-1.0.0': 'its text or a link kept',
  'Apache-2.0': 'its text and notices kept',
  'MPL-2.0': 'changes of its files published; we change none',
  'LGPL-3.0-or-later':
    'to be replaceable by the user: it is a library of its own, linked dynamically',
}

/** The licences in an SPDX expression that joins them by AND. One that offers a choice has to be read by a person. */
export function licencesIn(expression: string): readonly string[] {
  return expression.split(' AND ')
}

/** The licences of all that is installed to run Backline, for people: each with what it asks for and its packages. */
export function licencesList(): string {
  const names = new Map<string, Set<string>>()
  for (const { name, licence } of productionPackages()) {
    names.set(licence, (names.get(licence) ?? new Set()).add(`\`${name}\``))
  }
  return [...names]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([licence, packages]) => {
      const asks = licencesIn(licence).map((part) => ALLOWED_LICENCES[part] ?? '**not allowed**')
      return `- **${licence}** (${[...new Set(asks)].join('; ')}): ${[...packages].join(', ')}`
    })
    .join('\n')
}
