import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PortalIssuedKey } from '../../../src/portal/contract/shapes.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'
import { CopyBox } from '../components/copy-box.tsx'
import { UseInDocs } from './use-in-docs.tsx'

/** Renders a new key, shown once. Leaving without confirming the copy asks first. */
export function IssuedKey({
  issued: { text, curl },
  onDone,
}: {
  readonly issued: PortalIssuedKey
  readonly onDone: () => void
}): JSX.Element {
  const { options } = usePortal()
  const messages = useMessages().keys.issued
  const head = useRef<HTMLHeadingElement>(null)
  useLeaveGuard(messages.leave)
  useEffect(() => {
    // Nothing outside a dialog can be focused before it closes.
    const frame = requestAnimationFrame(() => head.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [text])
  return (
    <section class="card issued" aria-labelledby="issued">
      <h2 id="issued" ref={head} tabIndex={-1}>
        {messages.title}
      </h2>
      <p>
        <strong>{messages.warning}</strong>
      </p>
      <CopyBox label={messages.key} text={text} isPrimary />
      <CopyBox label={messages.curl} text={curl} />
      <p class="quiet">
        {messages.curlHelp} <a href={`${options.apiOrigin}/docs/using-the-api`}>{messages.docs}</a>
      </p>
      <UseInDocs text={text} />
      <div class="actions">
        <Button onClick={onDone}>{messages.done}</Button>
      </div>
    </section>
  )
}

/** Asks for confirmation with `message` before the page is left, while it is set. */
function useLeaveGuard(message: string | undefined): void {
  const { guard } = usePortal()
  useEffect(() => {
    guard(message)
    return () => guard(undefined)
  }, [message, guard])
}
