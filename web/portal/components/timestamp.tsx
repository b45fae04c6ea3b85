import type { JSX } from 'preact'
import type { Format } from '../../shared/i18n/format.ts'
import { portalNowMs } from '../api/api-client.ts'
import { usePortal } from '../layout/portal-context.ts'

/** Renders a time with its day; Unix ms. */
export function Timestamp({ ms }: { readonly ms: number }): JSX.Element {
  const { format } = usePortal()
  return <time dateTime={new Date(ms).toISOString()}>{format.moment(ms)}</time>
}

/** Renders a relative time with the exact time as its tooltip; Unix ms. */
export function RelativeTime({ ms }: { readonly ms: number }): JSX.Element {
  const { format } = usePortal()
  return (
    <time dateTime={new Date(ms).toISOString()} title={format.moment(ms)}>
      {format.relative(ms - portalNowMs())}
    </time>
  )
}

/** Renders a time with its day and seconds; Unix ms. */
export function PreciseTime({ ms }: { readonly ms: number }): JSX.Element {
  const { format } = usePortal()
  return <time dateTime={new Date(ms).toISOString()}>{preciseTime(format, ms)}</time>
}

/** Returns a time with its day and seconds; Unix ms. */
export function preciseTime({ lang, zone }: Pick<Format, 'lang' | 'zone'>, ms: number): string {
  const name = `${lang} ${zone}`
  let times = PRECISE.get(name)
  if (times === undefined) {
    times = new Intl.DateTimeFormat(lang, {
      timeZone: zone,
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    PRECISE.set(name, times)
  }
  return times.format(ms)
}

/** By language and zone: creating a format takes longer than using it. */
const PRECISE = new Map<string, Intl.DateTimeFormat>()
