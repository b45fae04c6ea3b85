import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { ChartRange } from '../chart/chart-props.ts'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { ComparePanel } from '../compare/compare-panel.tsx'
import { LazyBell } from '../bell/lazy-bell.tsx'
import { Announcer } from '../components/announcer.tsx'
import { BoardPicker } from '../components/board-picker.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LinkNote } from '../components/link-note.tsx'
import { FailureNotice } from '../components/notice.tsx'
import { BoardSkeleton, Skeleton } from '../components/skeleton.tsx'
import { UnwatchedNotice } from '../components/unwatched-notice.tsx'
import { CutoffList } from '../cutoffs/cutoff-list.tsx'
import { serverNowMs } from '../data/api-client.ts'
import type { RegionNow } from '../data/load-region.ts'
import { hasRunEnded, withSong, type Subject } from '../data/subject.ts'
import { useBoard, type BoardData } from '../data/use-board.ts'
import { useFoundSubject, type FoundSubject } from '../data/use-found-subject.ts'
import { EventHero } from '../event/event-hero.tsx'
import { EventList } from '../event/event-list.tsx'
import { nameOf } from '../i18n/name-of.ts'
import { LazyLadder } from '../ladder/lazy-ladder.tsx'
import { LazyFavorites } from '../player/lazy-favorites.tsx'
import { PendingBoard } from './pending-board.tsx'
import { showsPrediction } from '../predictions/use-bands.ts'
import { SharePanel } from '../share/share-panel.tsx'
import { StandingPanel } from '../standing/standing-panel.tsx'
import type { PageProps } from '../view/page.ts'
import { withKnownRank } from '../view/pick-ranks.ts'
import { serverFacts } from '../view/server-facts.ts'
import { momentView, writeView, zoomedView } from '../view/view.ts'

/** Renders the board of a link with everything around it. */
export function BoardPage({ page: linked }: { readonly page: PageProps }): JSX.Element {
  const found = useFoundSubject(linked.view)
  const { region, view } = found
  const { messages, preferences } = linked
  const data = useBoard(
    found.subject,
    { view, followed: preferences.ranks, isResolved: found.isResolved },
    region.reload,
  )
  const song = data.board?.song
  const subject = useMemo(() => withSong(found.subject, song), [found.subject, song])
  const page: PageProps = { ...linked, view: withKnownRank(view, data.board) }
  const shown = [view.region, subject?.kind, subject?.id, subject?.run?.startsAtMs]
  const [zoom, setZoom] = useStateOf<ChartRange>(
    JSON.stringify([...shown, view.range, view.with]),
    undefined,
  )
  const [atMs, setAtMs] = useStateOf<number>(JSON.stringify([...shown, view.at]), view.at)
  useStateInAddress(linked, zoom, atMs)
  const { kind, id } = subject ?? {}
  useEffect(() => {
    if (kind === 'event' && preferences.event !== id) linked.prefer({ event: id })
  }, [kind, id])
  const title = subject === undefined ? messages.title : nameOf(subject, page)
  useEffect(() => {
    document.title = `${title} · Backline`
  }, [title])
  return (
    <>
      <BoardPicker page={page} known={region.value} subject={subject} />
      <BoardContent
        page={page}
        found={{ ...found, subject }}
        data={data}
        zoom={zoom}
        onZoom={setZoom}
        atMs={atMs}
        onMoment={setAtMs}
      />
      <Announcer page={page} data={data} />
    </>
  )
}

/**
 * Writes the zoomed part of the chart and the moment of the ladder into the address, so that a
 * copied address shows them.
 */
function useStateInAddress(
  { view }: PageProps,
  zoom: ChartRange | undefined,
  atMs: number | undefined,
): void {
  useEffect(() => {
    if (zoom === undefined && atMs === view.at) return undefined
    const search = writeView(momentView(zoomedView(view, zoom), atMs))
    history.replaceState(undefined, '', `/${search}`)
    return () => {
      // Another page of the history has its own address.
      if (location.search === search) {
        history.replaceState(undefined, '', `/${writeView(view)}`)
      }
    }
  }, [view, zoom, atMs])
}

/** Props of {@link BoardContent}. */
export interface BoardContentProps {
  readonly page: PageProps
  readonly found: FoundSubject
  readonly data: BoardData
  readonly zoom: ChartRange | undefined
  readonly onZoom: (zoom: ChartRange | undefined) => void
  /** The moment of the ladder in Unix ms; `undefined`: the newest snapshot. */
  readonly atMs: number | undefined
  readonly onMoment: (atMs: number | undefined) => void
}

/** Renders the board, or why there is none. */
export function BoardContent(props: BoardContentProps): JSX.Element {
  const { page, found } = props
  const { region, isFound, subject } = found
  const { view, messages } = page
  if (region.value === undefined || !isFound) {
    return (
      <>
        <h1 class="spoken">{messages.title}</h1>
        {found.failure !== undefined ? (
          <FailureNotice failure={found.failure} messages={messages} retry={found.reload} />
        ) : (
          <Skeleton messages={messages} />
        )}
      </>
    )
  }
  const nowMs = serverNowMs()
  const list = <EventList page={page} runs={region.value.runs} shown={subject?.run} />
  if (subject === undefined) {
    return (
      <>
        <h1 class="spoken">{messages.title}</h1>
        <LinkNote page={page} subject={undefined} />
        <EmptyState
          icon={view.tab === 'event' ? 'calendar' : 'music'}
          title={view.tab === 'event' ? messages.empty : messages.noBoards}
          text={messages.emptyHelp}
        />
        {view.tab !== 'event' && list}
      </>
    )
  }
  return <FoundBoard {...props} known={region.value} subject={subject} nowMs={nowMs} list={list} />
}

interface FoundBoardProps extends BoardContentProps {
  readonly known: RegionNow
  readonly subject: Subject
  readonly nowMs: number
  /** The list of events. */
  readonly list: JSX.Element
}

/** Renders a board with everything around it. */
function FoundBoard(props: FoundBoardProps): JSX.Element {
  const { page, data, zoom, onZoom, atMs, onMoment, known, subject, nowMs, list } = props
  const { view, messages } = page
  const hasFavorites =
    subject.kind === 'event' &&
    serverFacts().hasPlayers &&
    page.preferences.players.some(({ region }) => region === subject.region)
  const { board } = data
  const hasReading = board?.reading !== undefined
  const isLoading = data.board === undefined && data.failure === undefined
  return (
    <>
      <LinkNote page={page} subject={subject} />
      <EventHero page={page} subject={subject} />
      {data.failure === 'unwatched' && (
        <UnwatchedNotice page={page} known={known} hasEnded={hasRunEnded(subject, nowMs)} />
      )}
      {data.failure !== undefined && data.failure !== 'unwatched' && (
        <FailureNotice failure={data.failure} messages={messages} retry={data.reload} />
      )}
      <div class="board">
        {isLoading && <BoardSkeleton />}
        {board !== undefined && !hasReading && (
          <PendingBoard page={page} subject={subject} board={board} />
        )}
        {hasReading && (
          <>
            <CutoffList page={page} subject={subject} data={data} />
            <ChartPanel page={page} subject={subject} data={data} zoom={zoom} onZoom={onZoom} />
          </>
        )}
        <div class="beside">
          {board !== undefined && hasReading && hasFavorites && (
            <LazyFavorites page={page} subject={subject} board={board} />
          )}
          <StandingPanel page={page} subject={subject} data={data} />
          {hasReading && subject.kind === 'event' && !hasRunEnded(subject, nowMs) && (
            <LazyBell
              key={JSON.stringify([subject.region, subject.id, subject.run])}
              page={page}
              subject={subject}
              data={data}
            />
          )}
          {hasReading && (
            <LazyLadder
              key={JSON.stringify([subject.region, subject.kind, subject.id, subject.run, view.at])}
              page={page}
              subject={subject}
              data={data}
              atMs={atMs}
              onMoment={onMoment}
            />
          )}
          {subject.kind === 'event' && (hasReading || view.with.length > 0) && (
            <ComparePanel page={page} subject={subject} data={data} nowMs={nowMs} />
          )}
          {data.prediction !== undefined && hasReading && subject.run !== undefined && (
            <data.prediction.module.PredictionPanel
              page={page}
              run={subject.run}
              ranks={data.ranks}
              now={data.prediction.now}
            />
          )}
          {hasReading && (
            <SharePanel
              page={{ ...page, view: momentView(zoomedView(view, zoom), atMs) }}
              subject={subject}
              data={data}
              hasPrediction={showsPrediction(view, data.prediction)}
            />
          )}
        </div>
        {list}
      </div>
    </>
  )
}

/** Returns a state and its setter. Another `key` resets it to its first value. */
function useStateOf<Value>(
  key: string,
  first: Value | undefined,
): readonly [Value | undefined, (value: Value | undefined) => void] {
  const [state, setState] = useState<{ readonly key: string; readonly value: Value | undefined }>({
    key,
    value: first,
  })
  const setValue = useCallback((value: Value | undefined) => setState({ key, value }), [key])
  return [state.key === key ? state.value : first, setValue]
}
