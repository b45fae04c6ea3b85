import type { JSX } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { ChartRange } from '../chart/chart-props.ts'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { ComparePanel } from '../compare/compare-panel.tsx'
import { Announcer } from '../components/announcer.tsx'
import { BoardPicker } from '../components/board-picker.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { FailureNotice } from '../components/notice.tsx'
import { SharePanel } from '../components/share-panel.tsx'
import { BoardSkeleton, Skeleton } from '../components/skeleton.tsx'
import { UnwatchedNotice } from '../components/unwatched-notice.tsx'
import { CutoffList } from '../cutoffs/cutoff-list.tsx'
import { serverNowMs } from '../data/api-client.ts'
import type { RegionNow } from '../data/load-region.ts'
import type { Subject } from '../data/subject.ts'
import { useBoard, type BoardData } from '../data/use-board.ts'
import { useFoundSubject, type FoundSubject } from '../data/use-found-subject.ts'
import { EventHero } from '../event/event-hero.tsx'
import { EventList } from '../event/event-list.tsx'
import { nameOf } from '../i18n/name-of.ts'
import { StandingPanel } from '../standing/standing-panel.tsx'
import type { PageProps } from '../view/page.ts'
import { writeView, zoomedView } from '../view/view.ts'

/** Renders the board of a link with everything around it. */
export function BoardPage({ page: linked }: { readonly page: PageProps }): JSX.Element {
  const found = useFoundSubject(linked.view)
  const { region, subject, view } = found
  const page: PageProps = { ...linked, view }
  const { messages, preferences } = page
  const data = useBoard(
    subject,
    { view, followed: preferences.ranks, isResolved: found.isResolved },
    region.reload,
  )
  const [zoom, setZoom] = useZoom(
    JSON.stringify([subject?.kind, subject?.id, subject?.run?.startsAtMs, view.range, view.with]),
  )
  useZoomInAddress(linked, zoom)
  const title = subject === undefined ? messages.title : nameOf(subject, page)
  useEffect(() => {
    document.title = `${title} · Backline`
  }, [title])
  return (
    <>
      <BoardPicker page={page} known={region.value} subject={subject} />
      <Content page={page} found={found} data={data} zoom={zoom} onZoom={setZoom} />
      <Announcer page={page} data={data} />
    </>
  )
}

/** Writes the zoomed part of the chart into the address, so that a copied address shows it. */
function useZoomInAddress({ view }: PageProps, zoom: ChartRange | undefined): void {
  useEffect(() => {
    if (zoom === undefined) return undefined
    history.replaceState(undefined, '', `/${writeView(zoomedView(view, zoom))}`)
    return () => {
      // Another page of the history has its own address.
      if (location.search === writeView(zoomedView(view, zoom))) {
        history.replaceState(undefined, '', `/${writeView(view)}`)
      }
    }
  }, [view, zoom])
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
