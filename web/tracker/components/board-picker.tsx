import type { JSX } from 'preact'
import type { RegionNow } from '../data/load-region.ts'
import { songNamed, type Subject } from '../data/subject.ts'
import { nameOf } from '../i18n/name-of.ts'
import { withTab, withBoard } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { TABS } from '../view/view.ts'
import { ViewLink } from './view-link.tsx'

/**
 * Renders the kinds of boards that the region has, and the select of watched songs. Renders nothing
 * if there are only events.
 */
export function BoardPicker({
  page,
  known,
  subject,
}: {
  readonly page: PageProps
  readonly known: RegionNow | undefined
  readonly subject: Subject | undefined
}): JSX.Element | undefined {
  const { view, messages, choose } = page
  const tabs = TABS.filter(
    (tab) =>
      tab === 'event' ||
      tab === view.tab ||
      known?.watches.some(({ kind }) => kind === tab) === true,
  )
  if (tabs.length === 1) return undefined
  const songs = (known?.watches ?? [])
    .filter(({ kind }) => kind === view.tab)
    .map(({ kind, id }): Subject =>
      subject?.id === id
        ? subject
        : { region: view.region, kind, id, run: undefined, song: known && songNamed(id, known) },
    )
  return (
    <div class="boards">
      <nav class="segmented" aria-label={messages.boards}>
        {tabs.map((tab) => (
          <ViewLink key={tab} page={page} to={withTab(view, tab)} isCurrent={tab === view.tab}>
            {messages.tabs[tab]}
          </ViewLink>
        ))}
      </nav>
      {view.tab !== 'event' && songs.length > 1 && (
        <label>
          <span class="spoken">{messages.song}</span>
          <select
            value={subject?.id ?? ''}
            onChange={({ currentTarget: { value } }) => choose(withBoard(view, value))}
          >
            {songs.map((song) => (
              <option key={song.id} value={song.id}>
                {nameOf(song, page)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
