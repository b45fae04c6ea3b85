import type { JSX } from 'preact'
import { MAINTENANCE_MESSAGES } from '../../../src/site/maintenance/maintenance-messages.ts'
import { portalNowMs } from '../api/api-client.ts'
import { Notice } from '../components/notice.tsx'
import { usePortal } from './portal-context.ts'

/** Renders the next planned maintenance with its window; nothing without. */
export function MaintenanceNotice(): JSX.Element | null {
  const { lang, format, options } = usePortal()
  const { maintenance, apiOrigin } = options
  if (maintenance === undefined) return null
  const { title, fromMs, untilMs } = maintenance
  const messages = MAINTENANCE_MESSAGES[lang]
  return (
    <Notice kind="warn">
      <p>
        <strong>{fromMs <= portalNowMs() ? messages.underWay : messages.planned}:</strong> {title} ·{' '}
        {format.range(fromMs, untilMs)} ({format.zoneShort}){' '}
        <a href={`${apiOrigin}/status?lang=${lang}`}>{messages.details}</a>
      </p>
    </Notice>
  )
}
