import type { JSX } from 'preact'
import type { RankSpeed } from '../data/load-board.ts'
import type { Route } from '../data/parse-message.ts'
import type { BoardData } from '../data/use-board.ts'
import type { PageProps } from '../view/page.ts'

/** Player names shown per rank; further ones are counted. */
const HOLDERS_MAX = 2

/** Renders the table of ranks: points, change, speed and player. */
export function RankTable({
  page: { messages, format },
  data: { board, speeds },
}: {
  readonly page: PageProps
  readonly data: BoardData
}): JSX.Element | undefined {
  if (board?.reading === undefined) return undefined
  const { places, unheld } = board.reading
  const hasHolders = places.some(({ holders }) => holders.length > 0)
  const hasSpeeds = speeds.size > 0
  const usual = usualSpan([...speeds.values()])
  const measured =
    usual === undefined ? undefined : [...speeds.values()].find((one) => spanOf(one) === usual)
  const rows = [
    ...places.map((place) => ({ rank: place.rank, place })),
    ...unheld.map((rank) => ({ rank, place: undefined })),
  ].toSorted((one, other) => one.rank - other.rank)
  return (
    <section aria-labelledby="ranks">
      <h2 id="ranks">{board.reading.isFinal ? messages.tableFinal : messages.table}</h2>
      <div class="scroll" role="region" aria-labelledby="ranks" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.rank}</th>
              <th scope="col">{messages.points}</th>
              {hasSpeeds && <th scope="col">{messages.change}</th>}
              {hasSpeeds && <th scope="col">{messages.speed}</th>}
              {hasHolders && (
                <th scope="col" class="names">
                  {messages.player}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ rank, place }) =>
              place === undefined ? (
                <tr key={rank}>
                  <th scope="row">{format.number(rank)}</th>
                  <td colSpan={1 + (hasSpeeds ? 2 : 0) + (hasHolders ? 1 : 0)} class="names quiet">
                    {messages.noPlayer}
                  </td>
                </tr>
              ) : (
                <tr key={rank}>
                  <th scope="row">{format.number(place.rank)}</th>
                  <td>{format.number(place.points)}</td>
                  {hasSpeeds && <td>{changeOf(speeds.get(place.rank))}</td>}
                  {hasSpeeds && <td>{speedOf(speeds.get(place.rank))}</td>}
                  {hasHolders && <td class="names">{namesOf(place)}</td>}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {measured !== undefined && (
        <p class="quiet" data-span>
          {messages.measured(wordsOf(measured))}
        </p>
      )}
    </section>
  )

  function changeOf(speed: RankSpeed | undefined): JSX.Element | string {
    if (speed?.change === undefined) return '–'
    const change = format.change(speed.change)
    if (spanOf(speed) === usual) return change
    return (
      <>
        {change} <small class="quiet">{wordsOf(speed)}</small>
      </>
    )
  }

  /** Returns the time span of a change and its duration as text. */
  function wordsOf({ fromMs = 0, untilMs = 0 }: RankSpeed): string {
    const range = format.range(fromMs, untilMs)
    return messages.spanOf(range, format.duration(untilMs - fromMs))
  }

  function speedOf(speed: RankSpeed | undefined): JSX.Element | string {
    if (speed === undefined) return '–'
    if (speed.unknown !== undefined)
      return <span class="quiet">{messages.speedUnknown[speed.unknown]}</span>
    return format.number(speed.perHour ?? 0)
  }

  function namesOf({ holders }: Route): string {
    const named = holders.slice(0, HOLDERS_MAX).join(', ')
    const rest = holders.length - HOLDERS_MAX
    return rest > 0 ? `${named} ${messages.more(rest)}` : named
  }
}

/**
 * Returns a key of the two snapshots that a speed is computed from; `undefined` without a speed.
 */
function spanOf({ fromMs, untilMs }: RankSpeed): string | undefined {
  return fromMs === undefined || untilMs === undefined ? undefined : `${fromMs}/${untilMs}`
}

/** Returns the span that most speeds share. */
function usualSpan(speeds: readonly RankSpeed[]): string | undefined {
  const counts = new Map<string, number>()
  for (const speed of speeds) {
    const span = spanOf(speed)
    if (span !== undefined) counts.set(span, (counts.get(span) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}
