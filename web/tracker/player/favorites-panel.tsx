import type { JSX } from 'preact'
import { Icon } from '../../shared/components/icon.tsx'
import { ViewLink } from '../components/view-link.tsx'
import type { BoardNow } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import { withPlayer } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { PLAYER_MESSAGES } from './messages/player-messages.ts'

/** Renders where the reader's favorite players of the region stand on a board. */
export function FavoritesPanel({
  page,
  subject,
  board,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly board: BoardNow
}): JSX.Element | undefined {
  const { messages, format, lang, preferences, view } = page
  const texts = PLAYER_MESSAGES[lang]
  const players = preferences.players.filter(({ region }) => region === subject.region)
  if (players.length === 0) return undefined
  return (
    <section class="card favorites" aria-labelledby="favorites">
      <h2 id="favorites">{texts.favorites}</h2>
      <ul>
        {players.map((player) => {
          const place = board.reading?.places.find(({ holders }) =>
            holders.some(({ id }) => id === player.id),
          )
          return (
            <li key={player.id}>
              <ViewLink page={page} to={withPlayer(view, subject, player.id)} isCurrent={false}>
                <Icon name="star" />
                <span class="favorite-name">{player.name || player.id}</span>
                {place === undefined ? (
                  <span class="quiet">{texts.notOnBoard}</span>
                ) : (
                  <>
                    <b>{messages.rankShort(format.number(place.rank))}</b>
                    <span class="favorite-points">{format.number(place.points)}</span>
                  </>
                )}
              </ViewLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
