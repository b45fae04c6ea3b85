import type { JSX } from 'preact'
import type { Failure } from '../data/ask.ts'
import type { Texts } from '../texts/en.ts'

/** Says that something could not be loaded and why, with a button to try again. */
export function FailureNotice({
  failure,
  texts,
  retry,
}: {
  readonly failure: Failure
  readonly texts: Texts
  readonly retry: () => void
}): JSX.Element {
  return (
    <div class="notice bad" role="alert">
      <p>
        {texts.failed} {texts.failures[failure]}
      </p>
      <button type="button" onClick={retry}>
        {texts.retry}
      </button>
    </div>
  )
}

/** The places of what is still being loaded. */
export function Skeleton({ texts }: { readonly texts: Texts }): JSX.Element {
  return (
    <div class="shell" aria-busy="true">
      <p class="quiet">{texts.loading}</p>
      <div class="skeleton skeleton-title" />
      <div class="skeleton skeleton-curve" />
    </div>
  )
}
