import type { JSX } from 'preact'
import { Link } from '../parts/link.tsx'
import { pathTo } from './place.ts'
import { usePortal } from './portal-context.ts'

/** What stands below everything. What is no page of the portal is on the origin of the interfaces. */
export function Foot(): JSX.Element {
  const { texts, format, options } = usePortal()
  const { apiOrigin } = options
  return (
    <footer>
      <Link to={pathTo('leaked')}>{texts.nav.leaked}</Link>
      <a href={`${apiOrigin}/docs`}>{texts.docs}</a>
      <a href={`${apiOrigin}/status`}>{texts.status}</a>
      <a href={`${apiOrigin}/`}>{texts.tracker}</a>
      <span class="quiet">{texts.zone(format.zoneName)}</span>
    </footer>
  )
}
