import type { JSX } from 'preact'
import type { RegionNow } from '../data/load-region.ts'
import type { Subject } from '../data/subject.ts'
import { withTab, withBoard } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { TABS } from '../view/view.ts'
import { ViewLink } from './view-link.tsx'

/** Renders the tabs for the kind of board and the select of watched songs. */
export function BoardPicker({
  page,
  known,
  subject,
}: {
  readonly page: PageProps
  readonly known: RegionNow | undefined
  readonly subject: Subject | undefined
}): JSX.Element {
  const { view, messages, choose } = page
  const songs = known?.watches.filter(({ kind }) => kind === view.tab) ?? []
  const nameOfSong = view.tab === 'music' ? messages.songNamed : messages.challengeNamed
  return (
    <div class="boards">
      <nav class="tabs small" aria-label={messages.boards}>
        {TABS.map((tab) => (
          <ViewLink key={tab} page={page} to={withTab(view, tab)} isCurrent={tab === view.tab}>
            {messages.tabs[tab]}
          </ViewLink>
        ))}
      </nav>
      {view.tab !== 'event' && songs.length > 0 && (
        <label>
          <span>{messages.song}</span>{' '}
          <select
            value={subject?.id ?? ''}
            onChange={({ currentTarget: { value } }) => choose(withBoard(view, value))}
          >
            {songs.map(({ id }) => (
              <option key={id} value={id}>
                {nameOfSong(id)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
