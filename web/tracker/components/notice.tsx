import type { JSX } from 'preact'
import type { Failure } from '../data/api-client.ts'
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
      <p>
        {messages.failed} {messages.failures[failure]}
      </p>
      <button type="button" onClick={retry}>
        {messages.retry}
      </button>
    </div>
  )
}

/** Renders placeholders while data loads. */
export function Skeleton({ messages }: { readonly messages: Messages }): JSX.Element {
  return (
    <div class="shell" aria-busy="true">
      <p class="quiet">{messages.loading}</p>
      <div class="skeleton skeleton-title" />
      <div class="skeleton skeleton-chart" />
    </div>
  )
}
