import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BoardData } from '../data/use-board.ts'
import type { PageProps } from '../view/page.ts'
import { mainRank } from '../view/pick-ranks.ts'

/** Minimum time between announcements to screen readers. */
const SPOKEN_MS_MIN = 60_000

/** Announces new snapshots to screen readers, except the first, which the page itself contains. */
export function Announcer({
  page: { messages, format },
  data: { board },
}: {
  readonly page: PageProps
  readonly data: BoardData
}): JSX.Element {
  const [message, setMessage] = useState('')
  const spokenMs = useRef<number>(undefined)
  const reading = board?.reading
  useEffect(() => {
    if (board === undefined || reading === undefined) return
    const isFirst = spokenMs.current === undefined
    if (!isFirst && reading.fetchedAtMs - (spokenMs.current ?? 0) < SPOKEN_MS_MIN) return
    spokenMs.current = reading.fetchedAtMs
    if (isFirst) return
    const rank = mainRank(board)
    const points = reading.places.find((place) => place.rank === rank)?.points
    if (rank !== undefined && points !== undefined) {
      setMessage(messages.announced(format.number(rank), format.number(points)))
    }
  }, [reading?.fetchedAtMs])
  return (
    <p class="spoken" aria-live="polite">
      {message}
    </p>
  )
}
