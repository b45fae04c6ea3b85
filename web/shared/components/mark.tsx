import type { JSX } from 'preact'

/**
 * Renders the mark: two ranked bars that form a B, and the dot of a live update. The same shapes
 * are in `web/docs/icon.svg`.
 */
export function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="mark-field" width="32" height="32" rx="8" />
      <path
        class="mark-bars"
        d="M7 7h7.5a4.25 4.25 0 0 1 0 8.5H7zM7 17h13.5a4.25 4.25 0 0 1 0 8.5H7z"
      />
      <circle class="mark-dot" cx="24" cy="11.25" r="2.75" />
    </svg>
  )
}
