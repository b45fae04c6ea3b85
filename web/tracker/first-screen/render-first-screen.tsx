import type { JSX } from 'preact'
import { REGION_ZONES } from '../../../src/game/region-zones.ts'
import type { FirstScreen, FirstScreenRequest } from '../../../src/site/tracker/first-screen.ts'
import { createFormat } from '../../shared/i18n/format.ts'
import { readPreferenceCookie } from '../../shared/preferences/preference-cookie.ts'
import { ArchivePage } from '../archive/archive-page.tsx'
import { BoardPage } from '../board/board-page.tsx'
import { serverNowMs } from '../data/api-client.ts'
import { EmbedPage } from '../embed/embed-page.tsx'
import { Layout } from '../layout.tsx'
import { MESSAGES } from '../messages/messages.ts'
import { PlayerPage } from '../player/player-page.tsx'
import type { PageName, PageProps } from '../view/page.ts'
import { readView } from '../view/view.ts'
import { writeFirstData } from './first-data.ts'
import { readFirstResults } from './read-first-results.ts'
import { renderStatic } from './render-static.ts'

/** Renders a page as its script renders it when its data have arrived, without its chart. */
export async function renderFirstScreen(request: FirstScreenRequest): Promise<FirstScreen> {
  const { query, cookie, language, portal } = request
  const { zone, ...preferences } = readPreferenceCookie(cookie)
  const view = readView(query, preferences)
  const name = request.page === 'board' && view.player !== undefined ? 'player' : request.page
  const lang = view.lang ?? preferences.lang ?? language
  const theme = view.theme ?? preferences.theme
  const results = await readFirstResults(name, view)
  const messages = MESSAGES[lang]
  const page: PageProps = {
    view,
    // Without the cookie the zone is that of the region, not of the reader.
    messages: zone === undefined ? { ...messages, zone: messages.zoneOfRegion } : messages,
    lang,
    theme,
    format: createFormat(lang, zone ?? REGION_ZONES[view.region]),
    preferences,
    prefer: () => {},
    choose: () => {},
    open: () => {},
  }
  return {
    language: lang,
    theme,
    // The archive is of every region.
    ...(name !== 'archive' && { region: view.region }),
    html: renderStatic(<FirstPage page={page} name={name} portal={portal} />, results),
    data: writeFirstData({ nowMs: serverNowMs(), results }),
  }
}

function FirstPage({
  page,
  name,
  portal,
}: {
  readonly page: PageProps
  readonly name: PageName
  readonly portal: string | undefined
}): JSX.Element {
  if (name === 'embed') return <EmbedPage page={page} />
  const Content = { archive: ArchivePage, player: PlayerPage, board: BoardPage }[name]
  return (
    <Layout page={page} name={name} portal={portal}>
      <Content page={page} />
    </Layout>
  )
}
