import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PortalIssuedKey } from '../../../src/portal/contract/shapes.ts'
import { usePortal } from '../frame/portal-context.ts'
import { useLeaveGuard } from '../frame/use-leave-guard.ts'
import { Button } from '../parts/button.tsx'
import { CopyBox } from '../parts/copy-box.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** A new key, shown this once. Whoever leaves without saying that it is copied is asked. */
export function IssuedKey({
  issued: { text, curl },
  onDone,
}: {
  readonly issued: PortalIssuedKey
  readonly onDone: () => void
}): JSX.Element {
  const { lang, options } = usePortal()
  const words = KEY_TEXTS[lang].issued
  const head = useRef<HTMLHeadingElement>(null)
  useLeaveGuard(words.leave)
  useEffect(() => {
    // Nothing outside of a dialog can be focused before it is closed.
    const frame = requestAnimationFrame(() => head.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [text])
  return (
    <section class="card issued" aria-labelledby="issued">
      <h2 id="issued" ref={head} tabIndex={-1}>
        {words.title}
      </h2>
      <p>
        <strong>{words.warning}</strong>
      </p>
      <CopyBox label={words.key} text={text} isPrimary />
      <CopyBox label={words.curl} text={curl} />
      <p class="quiet">
        {words.curlHelp} <a href={`${options.apiOrigin}/docs/using-the-api`}>{words.docs}</a>
      </p>
      <div class="actions start">
        <Button onClick={onDone}>{words.done}</Button>
      </div>
    </section>
  )
}
