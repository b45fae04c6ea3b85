import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { textFor } from '../../../src/game/localized-text.ts'
import { rankColor } from '../../../src/history/charts/rank-color.ts'
import { Icon } from '../../shared/components/icon.tsx'
import type { FavoritePlayer } from '../../shared/preferences/preferences.ts'
import { createChartFormats } from '../chart/chart-formats.ts'
import type { ChartLine, ChartProps } from '../chart/chart-props.ts'
import { ChartRows } from '../chart/table/chart-rows.tsx'
import { Chart } from '../chart/chart.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LinkNote } from '../components/link-note.tsx'
import { FailureNotice } from '../components/notice.tsx'
import { ViewLink } from '../components/view-link.tsx'
import { serverNowMs } from '../data/api-client.ts'
import { hasRunEnded, type Subject } from '../data/subject.ts'
import { useFoundSubject } from '../data/use-found-subject.ts'
import { useQuery } from '../data/use-query.ts'
import { nameOf } from '../i18n/name-of.ts'
import { withoutPlayer } from '../view/change-view.ts'
import { gapsOf } from '../view/chart-lines.ts'
import type { PageProps } from '../view/page.ts'
import { allowedPicture, serverFacts } from '../view/server-facts.ts'
import { isFavorite, toggleFavorite, withName } from './favorites.ts'
import { loadPlayer, playerKey, type PlayerHistory } from './load-player.ts'
import { PLAYER_MESSAGES, type PlayerMessages } from './messages/player-messages.ts'
import { playerFacts } from './player-facts.ts'
import { RankChart } from './rank-chart.tsx'

/** Milliseconds until the history of a running event is loaded again. */
const AGAIN_MS = 60_000

/** Renders a player in an event: who it is, where the player stands, and how that went. */
export function PlayerPage({ page }: { readonly page: PageProps }): JSX.Element {
  const { view, messages, lang, preferences, prefer } = page
  const texts = PLAYER_MESSAGES[lang]
  const playerId = view.player ?? ''
  const found = useFoundSubject(view)
  const { subject } = found
  const { hasPlayers } = serverFacts()
  const isEvent = subject?.kind === 'event'
  const { value, failure, reload } = useQuery({
    key: isEvent && hasPlayers ? playerKey(subject, playerId) : undefined,
    load: (signal) => loadPlayer(subject!, playerId, signal),
    againMs: () =>
      subject !== undefined && hasRunEnded(subject, serverNowMs()) ? undefined : AGAIN_MS,
  })
  const known = preferences.players.find((one) => one.region === view.region && one.id === playerId)
  const name = value?.name ?? known?.name ?? texts.unnamed
  useEffect(() => {
    document.title = `${name} · Backline`
  }, [name])
  useEffect(() => {
    if (value?.name === undefined) return
    const players = withName(preferences.players, {
      region: view.region,
      id: playerId,
      name: value.name,
    })
    if (players !== preferences.players) prefer({ players })
  }, [value?.name])
  useEffect(() => scrollTo(0, 0), [playerId])
  const back = subject === undefined ? messages.events : nameOf(subject, page)
  return (
    <div class="player">
      <p class="player-back">
        <ViewLink page={page} to={withoutPlayer(found.view)} isCurrent={false}>
          <Icon name="chevronLeft" />
          {back}
        </ViewLink>
      </p>
      <LinkNote page={{ ...page, view: found.view }} subject={subject} />
      {content()}
    </div>
  )

  function content(): JSX.Element {
    const isMissing = failure === 'missing' || failure === 'unwatched'
    if (!hasPlayers) return <EmptyState icon="user" title={texts.turnedOff} text="" />
    if (value === undefined && isMissing) {
      return (
        <>
          {known !== undefined && <PlayerHead page={page} texts={texts} player={known} />}
          <EmptyState icon="user" title={texts.notSeen} text={texts.notSeenHelp} />
        </>
      )
    }
    const trouble = failure ?? found.failure
    if (value === undefined && trouble !== undefined) {
      const retry = failure === undefined ? found.reload : reload
      return <FailureNotice failure={trouble} messages={messages} retry={retry} />
    }
    if (value === undefined || subject === undefined) return <PlayerSkeleton page={page} />
    const player = { region: view.region, id: playerId, name }
    return (
      <>
        <PlayerHead page={page} texts={texts} player={player} history={value} />
        <PlayerCharts page={page} texts={texts} subject={subject} history={value} name={name} />
      </>
    )
  }
}

interface PlayerHeadProps {
  readonly page: PageProps
  readonly texts: PlayerMessages
  readonly player: FavoritePlayer
  readonly history?: PlayerHistory
}

/** Renders the card of a player: name, favorite card, and where the player stands. */
function PlayerHead({ page, texts, player, history }: PlayerHeadProps): JSX.Element {
  const { messages, format, lang, preferences, prefer } = page
  const { region, name } = player
  const isChosen = isFavorite(preferences, region, player.id)
  const card = history?.card && textFor(history.card.names, lang, region)?.text
  const picture = allowedPicture(history?.card?.pictureUrl)
  const { last, isOnBoard, bestRank, gain } = playerFacts(history?.moments ?? [])
  const facts: readonly (readonly [string, string | undefined])[] = [
    [isOnBoard ? messages.rank : texts.lastRank, last && rankText(last.rank)],
    [messages.points, last && format.number(last.points)],
    [
      texts.gained(gain === undefined ? '' : format.duration(gain.spanMs)),
      gain && format.change(gain.points),
    ],
    [texts.bestRank, bestRank === undefined ? undefined : rankText(bestRank)],
  ]
  return (
    <section class="card player-card" data-region={region} aria-labelledby="player">
      <div class="player-who">
        <span class="player-avatar" aria-hidden="true">
          {picture === undefined ? (
            String.fromCodePoint(name.codePointAt(0) ?? 0)
          ) : (
            <img src={picture} alt="" referrerpolicy="no-referrer" />
          )}
        </span>
        <div>
          <h1 id="player">{name}</h1>
          <p class="quiet">
            {[messages.regions[region], card].filter((text) => text !== undefined).join(' · ')}
          </p>
        </div>
        <button
          type="button"
          class="button player-favorite"
          aria-pressed={isChosen}
          onClick={() => prefer({ players: toggleFavorite(preferences.players, player) })}
        >
          <Icon name="star" />
          {isChosen ? texts.favorite : texts.addFavorite}
        </button>
      </div>
      <dl class="player-facts">
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {last !== undefined && !isOnBoard && (
        <p class="quiet">{texts.leftAt(format.moment(last.atMs))}</p>
      )}
    </section>
  )

  function rankText(rank: number): string {
    return messages.rankShort(format.number(rank))
  }
}

/** Renders the points and the rank of a player over time. */
function PlayerCharts({
  page,
  texts,
  subject,
  history,
  name,
}: {
  readonly page: PageProps
  readonly texts: PlayerMessages
  readonly subject: Subject
  readonly history: PlayerHistory
  readonly name: string
}): JSX.Element {
  const { messages, format, lang } = page
  const { moments } = history
  const lines = useMemo(() => [lineOf(history, name)], [history, name])
  const gaps = useMemo(
    () =>
      gapsOf(
        history.gaps.map((gap) => ({ gap })),
        undefined,
        messages.reasons,
      ),
    [history, messages],
  )
  const chartMessages = useMemo(
    () => ({ ...messages.chart, title: texts.pointsOf(name), noPlayer: texts.notOnBoard }),
    [messages, texts, name],
  )
  return (
    <>
      <section class="card" aria-labelledby="player-points">
        <h2 id="player-points">{messages.charts.points}</h2>
        <Chart
          lines={lines}
          gaps={gaps}
          axis="time"
          lang={lang}
          zone={format.zone}
          messages={chartMessages}
        />
        {import.meta.env.SSR && (
          <PointsTable lines={lines} gaps={gaps} page={page} messages={chartMessages} />
        )}
      </section>
      <section class="card" data-region={subject.region} aria-labelledby="player-ranks">
        <h2 id="player-ranks">{texts.rankOverTime}</h2>
        <RankChart page={page} texts={texts} moments={moments} gaps={history.gaps} />
        <p class="quiet">{texts.note}</p>
      </section>
    </>
  )
}

/** Renders the points over time for browsers without scripts. Only for the server. */
function PointsTable({
  page: { lang, format },
  ...chart
}: Pick<ChartProps, 'lines' | 'gaps' | 'messages'> & { readonly page: PageProps }): JSX.Element {
  const { zone } = format
  const props = { ...chart, axis: 'time', lang, zone } as const
  return (
    <noscript>
      <ChartRows {...props} formats={createChartFormats({ ...props, metric: 'points' })} />
    </noscript>
  )
}

/** Returns the line of a player, in the color of the last rank. */
function lineOf({ moments }: PlayerHistory, name: string): ChartLine {
  const rank = playerFacts(moments).last?.rank ?? 1
  return {
    key: 'player',
    label: name,
    rank,
    color: rankColor(rank),
    points: moments.map(({ atMs, points }) => ({ atMs, points })),
  }
}

/** Renders placeholders in the shape of the page. */
export function PlayerSkeleton({ page: { messages } }: { readonly page: PageProps }): JSX.Element {
  return (
    <>
      <div class="card player-card" aria-busy="true" aria-label={messages.loading}>
        <div class="skeleton player-loading" />
      </div>
      <div class="card">
        <div class="skeleton skeleton-chart" />
      </div>
    </>
  )
}
