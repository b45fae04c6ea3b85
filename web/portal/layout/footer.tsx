import type { JSX } from 'preact'
import { Link } from '../components/link.tsx'
import { pathTo } from './route.ts'
import { usePortal } from './portal-context.ts'

/** Renders the footer. Links outside the portal use the origin of the API. */
export function Footer(): JSX.Element {
  const { common, format, options } = usePortal()
  const { apiOrigin } = options
  return (
    <footer>
      <Link to={pathTo('leaked')}>{common.nav.leaked}</Link>
      <a href={`${apiOrigin}/docs`}>{common.docs}</a>
      <a href={`${apiOrigin}/status`}>{common.status}</a>
      <a href={`${apiOrigin}/`}>{common.tracker}</a>
      <span class="quiet">{common.zone(format.zoneName)}</span>
    </footer>
  )
}
