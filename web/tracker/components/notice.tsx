import type { JSX } from 'preact'
import type { Failure } from '../data/api-client.ts'
import { Icon } from '../../shared/components/icon.tsx'
import type { Messages } from '../messages/en.ts'

/** Renders why loading failed, with a retry button. */
export function FailureNotice({
  failure,
  messages,
  retry,
}: {
  readonly failure: Failure
  readonly messages: Messages
  readonly retry: () => void
}): JSX.Element {
  return (
    <div class="notice bad" role="alert">
      <Icon name={failure === 'offline' ? 'offline' : 'alert'} />
      <p>
        {messages.failed} {messages.failures[failure]}
      </p>
      <button type="button" class="button" onClick={retry}>
        {messages.retry}
      </button>
    </div>
  )
}
