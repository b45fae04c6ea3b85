import type { JSX } from 'preact'
import { Icon, type IconName } from '../../shared/components/icon.tsx'

/** Renders that there is nothing to show, why, and what a reader can do. */
export function EmptyState({
  icon,
  title,
  text,
}: {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}): JSX.Element {
  return (
    <div class="card empty" role="status">
      <Icon name={icon} />
      <p class="empty-title">{title}</p>
      <p class="quiet">{text}</p>
    </div>
  )
}
