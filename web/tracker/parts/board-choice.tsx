import type { JSX } from 'preact'
import type { RegionNow } from '../data/load-region.ts'
import type { Subject } from '../data/subject.ts'
import { inTab, onBoard } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { TABS } from '../view/view.ts'
import { Choice } from './choice.tsx'

/** Which kind of board, and which song of it: those that are watched. */
export function BoardChoice({
  page,
  known,
  subject,
}: {
  readonly page: PageProps
  readonly known: RegionNow | undefined
  readonly subject: Subject | undefined
}): JSX.Element {
  const { view, texts, choose } = page
  const songs = known?.watches.filter(({ kind }) => kind === view.tab) ?? []
  const nameOfSong = view.tab === 'music' ? texts.songNamed : texts.challengeNamed
  return (
    <div class="boards">
      <nav class="tabs small" aria-label={texts.boards}>
        {TABS.map((tab) => (
          <Choice key={tab} page={page} to={inTab(view, tab)} isCurrent={tab === view.tab}>
            {texts.tabs[tab]}
          </Choice>
        ))}
      </nav>
      {view.tab !== 'event' && songs.length > 0 && (
        <label>
          <span>{texts.song}</span>{' '}
          <select
            value={subject?.id ?? ''}
            onChange={({ currentTarget: { value } }) => choose(onBoard(view, value))}
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
