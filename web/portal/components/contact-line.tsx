import type { JSX } from 'preact'
import { usePortal } from '../layout/portal-context.ts'

/** Renders how to reach the operators; nothing if they do not say. */
export function ContactLine(): JSX.Element | null {
  const { common, options } = usePortal()
  const { contact } = options
  if (contact === undefined) return null
  return (
    <p class="quiet">
      {common.contact} {linkOf(contact)}
    </p>
  )
}

/** Returns a link for a mail address or an https address, else the text. */
function linkOf(contact: string): JSX.Element {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)) {
    return <a href={`mailto:${contact}`}>{contact}</a>
  }
  return /^https:\/\/\S+$/.test(contact) ? <a href={contact}>{contact}</a> : <span>{contact}</span>
}
