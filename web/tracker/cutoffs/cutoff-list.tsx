import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { Icon } from '../../shared/components/icon.tsx'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import type { TimelineEntry } from '../data/parse-message.ts'
import { useNow } from '../data/use-now.ts'
import { appendMoments, momentsOf } from '../view/chart-lines.ts'
import { isPredicted } from '../predictions/use-bands.ts'
import type { PageProps } from '../view/page.ts'
import { toggleRank } from '../view/pick-ranks.ts'
import { RANKS_MAX } from '../view/view.ts'
import { CutoffItem } from './cutoff-item.tsx'
import { cutoffRows } from './cutoff-rows.ts'
import { FreshnessLine } from './freshness-line.tsx'
import { MeasuredNote } from './measured-note.tsx'

/** Renders the cutoffs: the ranks that the reader follows, and on request all watched ones. */
export function CutoffList({
  page,
  subject,
  data,
}: {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
}): JSX.Element | undefined {
  const { messages } = page
  const { board, speeds, ranks, timeline, comparison, added, live, prediction } = data
  const nowMs = useNow()
  const [isWhole, setWhole] = useState(false)
  const moments = useMemo(
    () => appendMoments(momentsOf(timeline?.entries ?? ownEntries(comparison)), added),
    [timeline, comparison, added],
  )
  const rows = useMemo(
    () => (board === undefined ? [] : cutoffRows(board, speeds, moments)),
    [board, speeds, moments],
  )
  if (board === undefined) return undefined
  const followed = rows.filter(({ rank }) => ranks.includes(rank))
  const hidden = rows.length - followed.length
  const isFinal = board.reading?.isFinal === true
  return (
    <section class="card cutoffs" aria-labelledby="cutoffs">
      <div class="card-head">
        <h2 id="cutoffs">{isFinal ? messages.tableFinal : messages.table}</h2>
        <FreshnessLine page={page} board={board} live={live} nowMs={nowMs} />
      </div>
      {board.reading === undefined ? (
        <p class="quiet">{messages.noSnapshot}</p>
      ) : (
        <ol>
          {(isWhole ? rows : followed).map((row) => (
            <CutoffItem
              key={row.rank}
              page={page}
              subject={subject}
              row={row}
              end={prediction?.now && prediction.module.describeEnd(page, prediction.now, row.rank)}
              isFollowed={ranks.includes(row.rank)}
              isPicking={isWhole}
              onFollow={followOf(row.rank)}
              nowMs={nowMs}
            />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <button
          type="button"
          class="button plain whole"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? messages.fewerRanks : messages.allRanks(rows.length)}
          <Icon name="chevronDown" />
        </button>
      )}
      {isWhole && ranks.length >= RANKS_MAX && <p class="quiet">{messages.ranksMax(RANKS_MAX)}</p>}
      {isPredicted(subject, prediction) !== false || prediction?.now !== undefined ? (
        <div class="prediction-note">
          {prediction?.now !== undefined && (
            <prediction.module.PredictionNote page={page} now={prediction.now} />
          )}
        </div>
      ) : undefined}
      <MeasuredNote page={page} speeds={speeds} />
    </section>
  )

  /** Returns what following or leaving a rank does; `undefined` if the reader cannot. */
  function followOf(rank: number): (() => void) | undefined {
    const next = toggleRank(ranks, rank)
    // The last rank stays: an empty list would select the default ranks.
    if (next.length === 0 || next === ranks) return undefined
    return () => {
      page.prefer({ ranks: next })
      page.choose({ ...page.view, ranks: next })
    }
  }
}

/** Returns the timeline of the page's run in a comparison, in Unix ms. */
function ownEntries(comparison: BoardData['comparison']): readonly TimelineEntry[] {
  const { run, entries = [] } = comparison?.runs[0] ?? {}
  return entries.map((entry) =>
    'gap' in entry ? entry : { ...entry, atMs: entry.atMs + (run?.startsAtMs ?? 0) },
  )
}
