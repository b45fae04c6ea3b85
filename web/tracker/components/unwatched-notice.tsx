import type { JSX } from 'preact'
import { Icon } from '../../shared/components/icon.tsx'
import type { RegionNow } from '../data/load-region.ts'
import { songNamed } from '../data/subject.ts'
import type { WatchSummary } from '../data/parse-message.ts'
import { withTab, withBoard } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import type { View } from '../view/view.ts'
import { nameOf } from '../i18n/name-of.ts'
import { ViewLink } from './view-link.tsx'

/** Maximum number of watched boards listed. */
const BOARDS_MAX = 20

/** Renders that a board is not watched, with links to the watched boards of the region. */
export function UnwatchedNotice({
  page,
  known,
  hasEnded,
}: {
  readonly page: PageProps
  readonly known: RegionNow
  /** Whether the run of the board is over. */
  readonly hasEnded: boolean
}): JSX.Element {
  const { messages, view } = page
  const watched = known.watches.filter(({ freshness }) => freshness !== 'ended')
  return (
    <div class="card empty" role="status">
      <Icon name="archive" />
      <p class="empty-title">{hasEnded ? messages.nothingCollected : messages.unwatched}</p>
      {watched.length > 0 && (
        <>
          <p class="quiet">{messages.watchedHere}</p>
          <ul class="watched">
            {watched.slice(0, BOARDS_MAX).map((one) => (
              <li key={`${one.kind}/${one.id}`}>
                <ViewLink page={page} to={viewOf(view, one)} isCurrent={false}>
                  {nameOf(
                    {
                      ...one,
                      region: view.region,
                      run: known.runs.find(({ id }) => id === one.id),
                      song: songNamed(one.id, known),
                    },
                    page,
                  )}
                </ViewLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function viewOf(view: View, { kind, id }: WatchSummary): View {
  const tab = withTab(view, kind)
  return kind === 'event' ? { ...tab, event: id } : withBoard(tab, id)
}
