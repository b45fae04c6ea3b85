import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { storeSessionKey } from '../../shared/session-key.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Button } from '../components/button.tsx'

/**
 * Renders a button that fills a key into the samples of the documentation, in this tab only.
 * Renders nothing where the documentation has another origin, which cannot read what this one
 * stores.
 */
export function UseInDocs({ text }: { readonly text: string }): JSX.Element | null {
  const { options } = usePortal()
  const [isStored, setStored] = useState(false)
  const messages = useMessages().keys.issued
  if (options.apiOrigin !== location.origin) return null
  return (
    <p class="quiet" role="status">
      {isStored ? (
        <>
          {messages.inDocs}{' '}
          <a href={`${options.apiOrigin}/docs/quickstart`}>{messages.quickstart}</a>
        </>
      ) : (
        <>
          <Button onClick={() => setStored(storeSessionKey(text))}>{messages.useInDocs}</Button>{' '}
          {messages.useInDocsHelp}
        </>
      )}
    </p>
  )
}
