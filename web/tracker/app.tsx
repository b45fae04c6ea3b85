import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { loadRegion } from './data/load-region.ts'
import { subjectOf } from './data/subject.ts'
import { serverNowMs } from './data/ask.ts'
import { useBoard } from './data/use-board.ts'
import { useLoaded } from './data/use-loaded.ts'
import { useOnline } from '../parts/use-online.ts'
import { Announcer } from './parts/announcer.tsx'
import { BoardChoice } from './parts/board-choice.tsx'
import { ComparePanel } from './parts/compare-panel.tsx'
import { CurvePanel } from './parts/curve-panel.tsx'
import { EventList } from './parts/event-list.tsx'
import { Foot } from './parts/foot.tsx'
import { FailureNotice, Skeleton } from './parts/notice.tsx'
import { NowPanel } from './parts/now-panel.tsx'
import { RankTable } from './parts/rank-table.tsx'
import { SharePanel } from './parts/share-panel.tsx'
import { TopBar } from './parts/top-bar.tsx'
import { pickLanguage } from '../words/language.ts'
import { TEXTS } from './texts/texts.ts'
import type { PageProps } from './view/page.ts'
import { useView } from './view/use-view.ts'
import { createFormat } from '../words/format.ts'
import { nameOf } from './words/name-of.ts'

/** How long what is known of a region is believed; the stream says sooner when an event starts or ends. */
const REGION_MS = 300_000

/** The whole page. */
export function App({ portal }: { readonly portal: string | undefined }): JSX.Element {
  const [view, choose] = useView()
  const lang = view.lang ?? pickLanguage(navigator.languages)
  const texts = TEXTS[lang]
  const format = useMemo(
    () => createFormat(lang, Intl.DateTimeFormat().resolvedOptions().timeZone),
    [lang],
  )
  const page: PageProps = { view, texts, lang, format, choose }
  const isOnline = useOnline()
  const region = useLoaded({
    key: view.region,
    load: (signal) => loadRegion(view.region, signal),
    againMs: () => REGION_MS,
  })
  const nowMs = serverNowMs()
  const subject = useMemo(
    () => region.value && subjectOf(view, region.value, serverNowMs()),
    [view, region.value],
  )
  const data = useBoard(subject, view, region.reload)
  const title = subject === undefined ? texts.title : nameOf(subject, texts)
  useEffect(() => {
    document.documentElement.lang = lang
    document.documentElement.dataset['theme'] = view.theme
    document.title = `${title} · Backline`
  }, [lang, view.theme, title])
  return (
    <>
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <TopBar {...page} />
      <main id="content" tabIndex={-1}>
        {!isOnline && (
          <p class="notice stale" role="status">
            {texts.offline}
          </p>
        )}
        <BoardChoice page={page} known={region.value} subject={subject} />
        {body()}
      </main>
      <Foot page={page} portal={portal} />
      <Announcer page={page} data={data} />
    </>
  )

  function body(): JSX.Element {
    if (region.value === undefined) {
      return (
        <>
          <h1>{texts.title}</h1>
          {region.failure === undefined ? (
            <Skeleton texts={texts} />
          ) : (
            <FailureNotice failure={region.failure} texts={texts} retry={region.reload} />
          )}
        </>
      )
    }
    const list = (
      <EventList page={page} runs={region.value.runs} shown={subject?.run} nowMs={nowMs} />
    )
    if (subject === undefined) {
      return (
        <>
          <h1>{texts.title}</h1>
          <div class="notice">
            <p>{view.tab === 'event' ? texts.empty : texts.noBoards}</p>
            <p>
              {texts.emptyHelp} <a href="/docs/collecting">{texts.emptyHelpLink}</a>
            </p>
          </div>
          {view.tab !== 'event' && list}
        </>
      )
    }
    return (
      <>
        <NowPanel page={page} subject={subject} data={data} />
        {data.failure !== undefined && (
          <FailureNotice failure={data.failure} texts={texts} retry={data.reload} />
        )}
        {data.board === undefined && data.failure === undefined && <Skeleton texts={texts} />}
        <div class="columns">
          <div>
            {data.board !== undefined && <CurvePanel page={page} subject={subject} data={data} />}
            {subject.kind === 'event' && (
              <ComparePanel page={page} subject={subject} nowMs={nowMs} />
            )}
            {data.board !== undefined && (
              <SharePanel page={page} subject={subject} ranks={data.ranks} />
            )}
          </div>
          <div>
            <RankTable page={page} data={data} />
            {list}
          </div>
        </div>
      </>
    )
  }
}
