import type { JSX } from 'preact'
import { useOnline } from '../shared/components/use-online.ts'
import { Icon } from '../shared/components/icon.tsx'
import { LazyArchive } from './archive/lazy-archive.tsx'
import { BoardPage } from './board/board-page.tsx'
import { LazyEmbed } from './embed/lazy-embed.tsx'
import { Layout } from './layout.tsx'
import { LazyPlayer } from './player/lazy-player.tsx'
import type { LoadedMessages } from './messages/load-messages.ts'
import type { PageName } from './view/page.ts'
import { usePage } from './view/use-page.ts'

/** The pages that are loaded when they are opened. */
const LAZY_PAGES = { archive: LazyArchive, player: LazyPlayer, embed: LazyEmbed }

/** Loads what the first rendering of a page needs, so that it replaces nothing that is shown. */
export async function preloadPage(name: PageName): Promise<void> {
  if (name !== 'board') await LAZY_PAGES[name].preload()
}

/** Renders the tracker: one of its pages with header and footer. */
export function App({
  portal,
  first,
}: {
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
  /** The messages of the first view. */
  readonly first: LoadedMessages
}): JSX.Element {
  const { page, name } = usePage(first)
  const isOnline = useOnline()
  if (name === 'embed') return <LazyEmbed page={page} />
  return (
    <Layout page={page} name={name} portal={portal}>
      {!isOnline && (
        <p class="notice stale" role="status">
          <Icon name="offline" />
          <span>{page.messages.offline}</span>
        </p>
      )}
      {name === 'archive' && <LazyArchive page={page} />}
      {name === 'player' && <LazyPlayer page={page} />}
      {name === 'board' && <BoardPage page={page} />}
    </Layout>
  )
}
