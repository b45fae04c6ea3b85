import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { CopyBox } from '../components/copy-box.tsx'
import { useMessages, usePortal } from '../layout/portal-context.ts'

/** Renders a new signing secret, shown once. Leaving without confirming the copy asks first. */
export function WebhookSecret({
  text,
  onDone,
}: {
  readonly text: string
  readonly onDone: () => void
}): JSX.Element {
  const { guard, options } = usePortal()
  const { docs, secret: messages } = useMessages().webhooks
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    guard(messages.leave)
    // Nothing outside a dialog can be focused before it closes.
    const frame = requestAnimationFrame(() => head.current?.focus())
    return () => {
      cancelAnimationFrame(frame)
      guard(undefined)
    }
  }, [text, messages.leave, guard])
  return (
    <section class="card issued" aria-labelledby="secret">
      <h2 id="secret" ref={head} tabIndex={-1}>
        {messages.title}
      </h2>
      <p>
        <strong>{messages.warning}</strong>
      </p>
      <CopyBox label={messages.title} text={text} isPrimary />
      <p class="quiet">
        {messages.help} <a href={`${options.apiOrigin}/docs/webhooks`}>{docs}</a>
      </p>
      <div class="actions">
        <Button onClick={onDone}>{messages.done}</Button>
      </div>
    </section>
  )
}
