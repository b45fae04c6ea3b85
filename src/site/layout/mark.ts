import { html, type Html } from './html.ts'

/** The mark, as `web/shared/components/mark.tsx` renders it. */
export const MARK: Html = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <rect class="mark-field" width="32" height="32" rx="8" />
  <path
    class="mark-bars"
    d="M7 7h7.5a4.25 4.25 0 0 1 0 8.5H7zM7 17h13.5a4.25 4.25 0 0 1 0 8.5H7z"
  />
  <circle class="mark-dot" cx="24" cy="11.25" r="2.75" />
</svg>`
