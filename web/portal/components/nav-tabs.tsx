import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Link } from './link.tsx'

/** A page to go to. */
export interface NavTab {
  readonly to: string
  readonly name: string
  readonly isCurrent: boolean
}

/** Renders links to pages in one row. Where it is too narrow, it scrolls to the current one. */
export function NavTabs({
  label,
  tabs,
  isInner = false,
}: {
  readonly label: string
  readonly tabs: readonly NavTab[]
  /** Whether the pages belong to a section of the portal. */
  readonly isInner?: boolean
}): JSX.Element {
  const nav = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to
  useEffect(() => {
    const { current: row } = nav
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (row === null || link === null || link === undefined) return
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2
  }, [current])
  return (
    <nav ref={nav} class={isInner ? 'nav-tabs inner' : 'nav-tabs'} aria-label={label}>
      {tabs.map(({ to, name, isCurrent }) => (
        <Link key={to} to={to} isCurrent={isCurrent}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
