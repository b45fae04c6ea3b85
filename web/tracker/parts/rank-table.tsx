import type { JSX } from 'preact'
import type { RankSpeed } from '../data/load-board.ts'
import type { Place } from '../data/read-message.ts'
import type { BoardData } from '../data/use-board.ts'
import type { PageProps } from '../view/page.ts'

/** More names than these of one place are counted. */
const HOLDERS_MAX = 2

/** Every rank that was read: points, change, speed, and who holds it. */
export function RankTable({
  page: { texts, format },
  data: { board, speeds },
}: {
  readonly page: PageProps
  readonly data: BoardData
}): JSX.Element | undefined {
  if (board?.reading === undefined) return undefined
  const { places, unheld } = board.reading
  const hasHolders = places.some(({ holders }) => holders.length > 0)
  const hasSpeeds = speeds.size > 0
  const rows = [
    ...places.map((place) => ({ rank: place.rank, place })),
    ...unheld.map((rank) => ({ rank, place: undefined })),
  ].toSorted((one, other) => one.rank - other.rank)
  return (
    <section aria-labelledby="ranks">
      <h2 id="ranks">{texts.table}</h2>
      <div class="scroll" role="region" aria-labelledby="ranks" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.rank}</th>
              <th scope="col">{texts.pointsHead}</th>
              {hasSpeeds && <th scope="col">{texts.change}</th>}
              {hasSpeeds && <th scope="col">{texts.speed}</th>}
              {hasHolders && (
                <th scope="col" class="names">
                  {texts.holder}
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
                    {texts.nobodyHolds}
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
    </section>
  )

  function changeOf(speed: RankSpeed | undefined): string {
    return speed?.change === undefined ? '–' : format.change(speed.change)
  }

  function speedOf(speed: RankSpeed | undefined): JSX.Element | string {
    if (speed === undefined) return '–'
    if (speed.unknown !== undefined)
      return <span class="quiet">{texts.speedUnknown[speed.unknown]}</span>
    return format.number(speed.perHour ?? 0)
  }

  function namesOf({ holders }: Place): string {
    const named = holders.slice(0, HOLDERS_MAX).join(', ')
    const rest = holders.length - HOLDERS_MAX
    return rest > 0 ? `${named} ${texts.more(rest)}` : named
  }
}
