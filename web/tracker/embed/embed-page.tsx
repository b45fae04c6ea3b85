import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Mark } from '../../shared/components/mark.tsx'
import type { ChartRange } from '../chart/chart-props.ts'
import { ChartPanel } from '../chart/chart-panel.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LinkNote } from '../components/link-note.tsx'
import { FailureNotice } from '../components/notice.tsx'
import { BoardSkeleton } from '../components/skeleton.tsx'
import { CutoffList } from '../cutoffs/cutoff-list.tsx'
import { withSong } from '../data/subject.ts'
import { useBoard } from '../data/use-board.ts'
import { useFoundSubject } from '../data/use-found-subject.ts'
import { EventHero } from '../event/event-hero.tsx'
import { nameOf } from '../i18n/name-of.ts'
import type { PageProps } from '../view/page.ts'
import { withKnownRank } from '../view/pick-ranks.ts'
import { writeView } from '../view/view.ts'

/** Renders the board of a link for a frame in another page: without header, menus and footer. */
export function EmbedPage({ page: linked }: { readonly page: PageProps }): JSX.Element {
  const found = useFoundSubject(linked.view)
  const { region, view } = found
  const { messages } = linked
  const [zoom, setZoom] = useState<ChartRange>()
  const data = useBoard(
    found.subject,
    { view, followed: [], isResolved: found.isResolved },
    region.reload,
  )
  const song = data.board?.song
  const subject = useMemo(() => withSong(found.subject, song), [found.subject, song])
  const page: PageProps = { ...linked, view: withKnownRank(view, data.board) }
  const failure = data.failure ?? found.failure
  const title = subject === undefined ? messages.title : nameOf(subject, page)
  useEffect(() => {
    document.title = `${title} · Backline`
  }, [title])
  return (
    <main class="embed">
      {subject === undefined && <h1 class="spoken">{messages.title}</h1>}
      <LinkNote page={page} subject={subject} />
      {subject !== undefined && <EventHero page={page} subject={subject} />}
      {failure !== undefined && (
        <FailureNotice failure={failure} messages={messages} retry={data.reload} />
      )}
      {region.value !== undefined && found.isFound && subject === undefined && (
        <EmptyState icon="calendar" title={messages.empty} text="" />
      )}
      <div class="board">
        {data.board === undefined && failure === undefined && <BoardSkeleton />}
        {subject !== undefined && data.board?.reading !== undefined && (
          <>
            <CutoffList page={page} subject={subject} data={data} />
            <ChartPanel page={page} subject={subject} data={data} zoom={zoom} onZoom={setZoom} />
          </>
        )}
      </div>
      <a class="embed-brand" href={`/${writeView(view)}`} target="_blank" rel="noopener">
        <Mark />
        Backline
      </a>
    </main>
  )
}
