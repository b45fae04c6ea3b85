import type { NavigationGroup } from '../../layout/render-layout.ts'
import { listGroups, type Reference } from './reference.ts'

/** Returns links to all groups of a reference, and to the operations of one of them. */
export function referenceNavigation(reference: Reference, group: string): NavigationGroup {
  return {
    title: reference.title,
    links: listGroups(reference).map(({ path, name, operations }) => ({
      href: path,
      name,
      links: name === group ? operations.map((one) => ({ href: one.path, name: one.summary })) : [],
    })),
  }
}
