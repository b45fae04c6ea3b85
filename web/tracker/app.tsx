import type { JSX } from 'preact'
import { useEffect, useMemo, useCallback, useState } from 'preact/hooks'
import { findRuns, loadRegion, loadRuns, type RegionNow } from './data/load-region.ts'
import { fitRange } from './data/load-timeline.ts'
import { runName } from './data/run-name.ts'
import { needsRuns, subjectOf, type Subject } from './data/subject.ts'
import { serverNowMs } from './data/api-client.ts'
import { useBoard, type BoardData } from './data/use-board.ts'
import { useQuery, type QueryResult } from './data/use-query.ts'
import { useOnline } from '../shared/components/use-online.ts'
import { Announcer } from './components/announcer.tsx'
import { BoardPicker } from './components/board-picker.tsx'
import { ComparePanel } from './compare/compare-panel.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { CutoffList } from './cutoffs/cutoff-list.tsx'
import { EventHero } from './event/event-hero.tsx'
import { EventList } from './event/event-list.tsx'
import { Footer } from './header/footer.tsx'
import { EmptyState } from './components/empty-state.tsx'
import { FailureNotice } from './components/notice.tsx'
import { BoardSkeleton, Skeleton } from './components/skeleton.tsx'
import { StandingPanel } from './standing/standing-panel.tsx'
import { SharePanel } from './components/share-panel.tsx'
import { TopBar } from './header/top-bar.tsx'
import { UnwatchedNotice } from './components/unwatched-notice.tsx'
import { pickLanguage } from '../shared/i18n/language.ts'
import { MESSAGES } from './messages/messages.ts'
import type { PageProps } from './view/page.ts'
import { useView } from './view/use-view.ts'
import { zoomedView, type View } from './view/view.ts'
import { createFormat } from '../shared/i18n/format.ts'
import { nameOf } from './i18n/name-of.ts'
import type { ChartRange } from './chart/chart-props.ts'

/** Reload interval of a region; the stream reports starts and ends of events sooner. */
const REGION_MS = 300_000

/** Renders the page. */
export function App({ portal }: { readonly portal: string | undefined }): JSX.Element {
  const [linked, choose] = useView()
  const lang = linked.lang ?? pickLanguage(navigator.languages)
  const messages = MESSAGES[lang]
  const format = useMemo(
    () => createFormat(lang, Intl.DateTimeFormat().resolvedOptions().timeZone),
    [lang],
  )
  const isOnline = useOnline()
  const found = useFoundSubject(linked)
  const { region, subject, view } = found
  const page: PageProps = { view, messages, lang, format, choose }
  const data = useBoard(subject, { view, isResolved: found.isResolved }, region.reload)
  const [zoom, setZoom] = useZoom(
    JSON.stringify([subject?.kind, subject?.id, subject?.run?.startsAtMs, view.range, view.with]),
  )
  const title = subject === undefined ? messages.title : nameOf(subject, page)
  useEffect(() => {
    document.documentElement.lang = lang
    document.documentElement.dataset['theme'] = view.theme
    document.documentElement.dataset['region'] = view.region
    document.title = `${title} · Backline`
  }, [lang, view.theme, view.region, title])
  return (
    <>
      <a class="skip" href="#content">
        {messages.skip}
      </a>
      <TopBar page={page} portal={portal} />
      <main id="content" tabIndex={-1}>
        {!isOnline && (
          <p class="notice stale" role="status">
            {messages.offline}
          </p>
        )}
        <BoardPicker page={page} known={region.value} subject={subject} />
        <Content page={page} found={found} data={data} zoom={zoom} onZoom={setZoom} />
      </main>
      <Footer page={page} portal={portal} />
      <Announcer page={page} data={data} />
    </>
  )
}

/** What a link names, as far as it is loaded. */
interface FoundSubject {
  readonly region: QueryResult<RegionNow>
  /** Whether the run that the link names is known, or known not to exist. */
  readonly isFound: boolean
  readonly subject: Subject | undefined
  /** The view of the link with the full names of runs, and a range in which the board shows one. */
  readonly view: View
  /** Whether the compared runs are known. */
  readonly isResolved: boolean
}

/** Loads the region of a link and resolves the runs that it names. */
function useFoundSubject(linked: View): FoundSubject {
  const region = useQuery({
    key: linked.region,
    load: (signal) => loadRegion(linked.region, signal),
    againMs: () => REGION_MS,
  })
  // The first page of runs may lack an old run that a link names.
  const eventRuns = useQuery({
    key:
      region.value !== undefined && needsRuns(linked, region.value.runs)
        ? `${linked.region}/${linked.event}`
        : undefined,
    load: (signal) => loadRuns(linked.region, linked.event ?? '', signal),
  })
  const isFound = !eventRuns.isLoading
  const subject = useMemo(() => {
    if (region.value === undefined || !isFound) return undefined
    const others = region.value.runs.filter(({ id }) => id !== linked.event)
    const runs = eventRuns.value === undefined ? region.value.runs : [...others, ...eventRuns.value]
    return subjectOf(linked, { ...region.value, runs }, serverNowMs())
  }, [linked, region.value, eventRuns.value, isFound])
  // Resolve the link: full names of runs, and a range in which the board shows the run.
  const compared = useQuery({
    key: linked.with.length > 0 && linked.tab === 'event' ? linked.with.join(' ') : undefined,
    load: (signal) => findRuns(linked.with, signal),
  })
  const view = useMemo(
    () => ({
      ...linked,
      range: subject === undefined ? linked.range : fitRange(linked.range, subject),
      with: compared.value?.map(runName) ?? linked.with,
    }),
    [linked, subject, compared.value],
  )
  return { region, isFound, subject, view, isResolved: !compared.isLoading }
}

interface ContentProps {
  readonly page: PageProps
  readonly found: FoundSubject
  readonly data: BoardData
  readonly zoom: ChartRange | undefined
  readonly onZoom: (zoom: ChartRange | undefined) => void
}

/** Renders the board, or why there is none. */
function Content(props: ContentProps): JSX.Element {
  const { page, found } = props
  const { region, isFound, subject } = found
  const { view, messages } = page
  if (region.value === undefined || !isFound) {
    const hasFailed = region.value === undefined && region.failure !== undefined
    return (
      <>
        <h1 class="spoken">{messages.title}</h1>
        {hasFailed ? (
          <FailureNotice failure={region.failure} messages={messages} retry={region.reload} />
        ) : (
          <Skeleton messages={messages} />
        )}
      </>
    )
  }
  const nowMs = serverNowMs()
  const list = <EventList page={page} runs={region.value.runs} shown={subject?.run} nowMs={nowMs} />
  if (subject === undefined) {
    return (
      <>
        <h1 class="spoken">{messages.title}</h1>
        <EmptyState
          icon={view.tab === 'event' ? 'calendar' : 'music'}
          title={view.tab === 'event' ? messages.empty : messages.noBoards}
          text={messages.emptyHelp}
        />
        {view.tab !== 'event' && list}
      </>
    )
  }
  return (
    <BoardContent {...props} known={region.value} subject={subject} nowMs={nowMs} list={list} />
  )
}

interface BoardContentProps extends ContentProps {
  readonly known: RegionNow
  readonly subject: Subject
  readonly nowMs: number
  /** The list of events. */
  readonly list: JSX.Element
}

/** Renders a board with everything around it. */
function BoardContent(props: BoardContentProps): JSX.Element {
  const { page, data, zoom, onZoom, known, subject, nowMs, list } = props
  const { view, messages } = page
  const isLoading = data.board === undefined && data.failure === undefined
  return (
    <>
      <EventHero page={page} subject={subject} />
      {data.failure === 'unwatched' && <UnwatchedNotice page={page} known={known} />}
      {data.failure !== undefined && data.failure !== 'unwatched' && (
        <FailureNotice failure={data.failure} messages={messages} retry={data.reload} />
      )}
      <div class="board">
        {isLoading && <BoardSkeleton />}
        {data.board !== undefined && (
          <>
            <CutoffList page={page} data={data} />
            <ChartPanel page={page} subject={subject} data={data} zoom={zoom} onZoom={onZoom} />
          </>
        )}
        <div class="beside">
          <StandingPanel page={page} subject={subject} data={data} />
          {subject.kind === 'event' && (
            <ComparePanel page={page} subject={subject} data={data} nowMs={nowMs} />
          )}
          {data.board !== undefined && (
            <SharePanel
              page={{ ...page, view: view.with.length === 0 ? zoomedView(view, zoom) : view }}
              subject={subject}
              ranks={data.ranks}
            />
          )}
        </div>
        {list}
      </div>
    </>
  )
}

/** Returns the zoomed part of a chart and its setter. Another `key` resets the zoom. */
function useZoom(
  key: string,
): readonly [ChartRange | undefined, (zoom: ChartRange | undefined) => void] {
  const [state, setState] = useState<{
    readonly key: string
    readonly zoom: ChartRange | undefined
  }>({ key, zoom: undefined })
  const setZoom = useCallback((zoom: ChartRange | undefined) => setState({ key, zoom }), [key])
  return [state.key === key ? state.zoom : undefined, setZoom]
}
