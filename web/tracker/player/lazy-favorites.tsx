import { lazy } from '../../shared/components/lazy.tsx'
import type { BoardNow } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'

/** The favorite players of the reader, whose script is loaded for readers who have some. */
export const LazyFavorites = lazy<{
  readonly page: PageProps
  readonly subject: Subject
  readonly board: BoardNow
}>({
  load: async () => (await import('./favorites-panel.tsx')).FavoritesPanel,
  Placeholder: () => <div class="card skeleton favorites-loading" />,
  Failed: () => <></>,
})
