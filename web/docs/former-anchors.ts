/**
 * Leads from the former section of an operation, such as `/docs/reference#event.ranking`, to its
 * page. Servers do not receive the part behind `#`, so they cannot redirect.
 */
export function followFormerAnchor(): void {
  const id = location.hash.slice(1)
  const links = document.querySelectorAll<HTMLAnchorElement>('a[data-operation]')
  const link = [...links].find(({ dataset }) => dataset['operation'] === id)
  if (link !== undefined) location.replace(link.href)
}
