import { lazy } from '../../shared/components/lazy.tsx'
import { FailureNotice } from '../components/notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import type { PageProps } from '../view/page.ts'

/** The page for frames, whose script is loaded when it is opened. */
export const LazyEmbed = lazy<{ readonly page: PageProps }>({
  load: async () => (await import('./embed-page.tsx')).EmbedPage,
  Placeholder: ({ page: { messages } }) => (
    <main class="embed">
      <Skeleton messages={messages} />
    </main>
  ),
  Failed: ({ page: { messages }, retry }) => (
    <main class="embed">
      <FailureNotice failure="offline" messages={messages} retry={retry} />
    </main>
  ),
})
