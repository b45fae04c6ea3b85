import type { JSX } from 'preact'
import { ViewLink } from '../components/view-link.tsx'
import { Icon } from '../../shared/components/icon.tsx'
import type { Player } from '../data/parse-message.ts'
import type { Subject } from '../data/subject.ts'
import { withPlayer } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import { serverFacts } from '../view/server-facts.ts'
import { isFavorite } from './favorites.ts'

/** Renders the name of a player, as a link where the server has player pages. */
export function PlayerLink({
  page,
  subject,
  player,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly player: Player
}): JSX.Element {
  const hasPage = subject.kind === 'event' && player.id !== '' && serverFacts().hasPlayers
  const name = (
    <>
      {isFavorite(page.preferences, subject.region, player.id) && <Icon name="star" />}
      {player.name}
    </>
  )
  if (!hasPage) return <span class="player-name">{name}</span>
  return (
    <ViewLink page={page} to={withPlayer(page.view, subject, player.id)} isCurrent={false}>
      {name}
    </ViewLink>
  )
}
