import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { serverNowMs } from '../data/api-client.ts'
import { hasRunEnded, type Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import { cutoffRows } from '../cutoffs/cutoff-rows.ts'
import type { PageProps } from '../view/page.ts'
import { LADDER_MESSAGES } from './ladder-messages.ts'
import { LadderTable } from './ladder-table.tsx'
import { positionOfTime, timeOfPosition, timeSlider, type TimeSlider } from './time-slider.ts'
import { useBoardAt } from './use-board-at.ts'

/** Props of {@link LadderPanel}. */
export interface LadderPanelProps {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
  /** The moment to start with in Unix ms; `undefined`: the newest snapshot. */
  readonly atMs: number | undefined
  /** Called with the chosen moment when the slider rests. */
  readonly onMoment: (atMs: number | undefined) => void
}

/** How long the slider must rest before the page is told its moment. */
const REST_MS = 250

/**
 * Renders the distances between followed ranks, now or at any past moment, which a slider chooses.
 */
export function LadderPanel(props: LadderPanelProps): JSX.Element | undefined {
  const { page, subject, data, onMoment } = props
  const { board, ranks, timeline } = data
  const messages = LADDER_MESSAGES[page.lang]
  const slider = useMemo(() => sliderOf(subject, data), [subject, board, timeline])
  const [chosenMs, setChosen] = useState(props.atMs)
  const atMs = slider && timeOfPosition(slider, positionOfTime(slider, chosenMs))
  useEffect(() => {
    const timer = setTimeout(() => onMoment(atMs), REST_MS)
    return () => clearTimeout(timer)
  }, [atMs, onMoment])
  const past = useBoardAt(subject, timeline?.entries ?? [], atMs)
  const now = board?.reading
  if (board === undefined || now === undefined) return undefined
  const reading = atMs === undefined ? now : past?.reading
  const rows = cutoffRows({ ...board, reading }, NO_SPEEDS, [])
  return (
    <section class="card ladder" aria-labelledby="ladder">
      <div class="card-head">
        <h2 id="ladder">{messages.title}</h2>
        <p class="ladder-time" role="status">
          {describeTime(page, subject, atMs)}
        </p>
      </div>
      {slider !== undefined && (
        <SliderRow page={page} subject={subject} slider={slider} atMs={atMs} onTime={setChosen} />
      )}
      {reading === undefined ? (
        <p class="notice">
          {past?.gap === undefined
            ? messages.nothing
            : messages.noData(page.messages.reasons[past.gap.reason])}
        </p>
      ) : (
        <LadderTable
          page={page}
          rows={rows.filter(({ rank }) => ranks.includes(rank))}
          now={atMs === undefined ? undefined : now}
        />
      )}
      {slider !== undefined && <p class="quiet">{messages.help}</p>}
    </section>
  )
}

function SliderRow({
  page,
  subject,
  slider,
  atMs,
  onTime,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly slider: TimeSlider
  readonly atMs: number | undefined
  readonly onTime: (atMs: number | undefined) => void
}): JSX.Element {
  const messages = LADDER_MESSAGES[page.lang]
  const hasEnded = hasRunEnded(subject, serverNowMs())
  return (
    <div class="ladder-slider">
      <input
        type="range"
        aria-label={messages.slider}
        aria-valuetext={describeTime(page, subject, atMs)}
        min={0}
        max={slider.last}
        value={positionOfTime(slider, atMs)}
        onInput={({ currentTarget }) => onTime(timeOfPosition(slider, Number(currentTarget.value)))}
      />
      <button
        type="button"
        class="button plain"
        aria-disabled={atMs === undefined}
        onClick={() => onTime(undefined)}
      >
        {hasEnded ? messages.backToFinal : messages.backToNow}
      </button>
    </div>
  )
}

/** Returns the times that can be chosen: from the first to the newest snapshot. */
function sliderOf({ run }: Subject, { board, timeline }: BoardData): TimeSlider | undefined {
  const first = timeline?.entries.find((entry) => !('gap' in entry))
  const firstMs = run?.startsAtMs ?? (first && !('gap' in first) ? first.atMs : undefined)
  const lastMs = board?.reading?.fetchedAtMs
  return firstMs === undefined || lastMs === undefined ? undefined : timeSlider(firstMs, lastMs)
}

function describeTime(
  { lang, format }: PageProps,
  subject: Subject,
  atMs: number | undefined,
): string {
  const messages = LADDER_MESSAGES[lang]
  const endMs = subject.run?.endsAtMs
  if (atMs === undefined) {
    return hasRunEnded(subject, serverNowMs()) ? messages.final : messages.now
  }
  const time = format.time(atMs)
  if (endMs === undefined || endMs <= atMs) return time
  return `${time} · ${messages.beforeEnd(format.duration(endMs - atMs))}`
}

const NO_SPEEDS = new Map<number, never>()
