import { lazy } from '../../shared/components/lazy.tsx'
import { FailureNotice } from '../components/notice.tsx'
import type { PageProps } from '../view/page.ts'

/** The page of a player, whose script is loaded when it is opened. */
export const LazyPlayer = lazy<{ readonly page: PageProps }>({
  load: async () => (await import('./player-page.tsx')).PlayerPage,
  Placeholder: ({ page: { messages } }) => (
    <div class="card player-card" aria-busy="true" aria-label={messages.loading}>
      <div class="skeleton player-loading" />
    </div>
  ),
  Failed: ({ page: { messages }, retry }) => (
    <FailureNotice failure="offline" messages={messages} retry={retry} />
  ),
})
