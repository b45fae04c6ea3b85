import type { JSX } from 'preact'
import { useOnline } from '../shared/components/use-online.ts'
import { Icon } from '../shared/components/icon.tsx'
import { ArchivePage } from './archive/archive-page.tsx'
import { BoardPage } from './board/board-page.tsx'
import { Footer } from './header/footer.tsx'
import { TopBar } from './header/top-bar.tsx'
import { usePage } from './view/use-page.ts'

/** Renders the tracker: its header, one of its pages, and its footer. */
export function App({
  portal,
}: {
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
}): JSX.Element {
  const { page, name } = usePage()
  const { messages } = page
  const isOnline = useOnline()
  return (
    <>
      <a class="skip" href="#content">
        {messages.skip}
      </a>
      <TopBar page={page} name={name} portal={portal} />
      <main id="content" tabIndex={-1}>
        {!isOnline && (
          <p class="notice stale" role="status">
            <Icon name="offline" />
            {messages.offline}
          </p>
        )}
        {name === 'archive' ? <ArchivePage page={page} /> : <BoardPage page={page} />}
      </main>
      <Footer page={page} portal={portal} />
    </>
  )
}
