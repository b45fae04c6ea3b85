import { lazy } from '../../shared/components/lazy.tsx'
import { FailureNotice } from '../components/notice.tsx'
import type { PageProps } from '../view/page.ts'

/** The archive, whose script is loaded when it is opened. */
export const LazyArchive = lazy<{ readonly page: PageProps }>({
  load: async () => (await import('./archive-page.tsx')).ArchivePage,
  Placeholder: ({ page: { messages } }) => (
    <section class="card archive" aria-busy="true">
      <div class="card-head">
        <h1>{messages.archive}</h1>
      </div>
      <div class="skeleton archive-loading" aria-label={messages.loading} />
    </section>
  ),
  Failed: ({ page: { messages }, retry }) => (
    <FailureNotice failure="offline" messages={messages} retry={retry} />
  ),
})
