import type { JSX } from 'preact'
import { rankColor } from '../../../src/history/charts/rank-color.ts'
import { Icon } from '../../shared/components/icon.tsx'
import { ColorField } from '../event/color-field.tsx'
import { nameOfRun } from '../i18n/name-of.ts'
import { runName } from '../data/run-name.ts'
import { ViewLink } from '../components/view-link.tsx'
import type { RunPrediction } from '../predictions/prediction.ts'
import { withRun } from '../view/change-view.ts'
import type { PageProps } from '../view/page.ts'
import type { RunResult } from './load-results.ts'
import type { HalfTimes } from './use-half-times.ts'

/** Renders results as a table, one row per run. On a narrow screen each row is a card. */
export function ArchiveTable({
  page,
  results,
  ranks,
  halfTimes,
  sort,
  onSort,
}: {
  readonly page: PageProps
  readonly results: readonly RunResult[]
  /** Ranks of the columns, ascending. */
  readonly ranks: readonly number[]
  /** What was predicted at half time; `undefined` if that is not shown. */
  readonly halfTimes: HalfTimes | undefined
  readonly sort: number | undefined
  /** Called with the rank of a column, or `undefined` for the latest run first. */
  readonly onSort: (sort: number | undefined) => void
}): JSX.Element {
  const { messages, format } = page
  return (
    <table class="archive-table" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader" {...sortOf(sort === undefined)}>
            <SortButton isSorted={sort === undefined} onSort={() => onSort(undefined)}>
              {messages.event}
            </SortButton>
          </th>
          {ranks.map((rank) => (
            <th key={rank} scope="col" role="columnheader" {...sortOf(sort === rank)}>
              <SortButton isSorted={sort === rank} onSort={() => onSort(rank)}>
                {messages.rankShort(format.number(rank))}
              </SortButton>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {results.map((result) => (
          <ArchiveRow
            key={runName(result.run)}
            page={page}
            result={result}
            ranks={ranks}
            halfTimes={halfTimes}
          />
        ))}
      </tbody>
    </table>
  )
}

function sortOf(isSorted: boolean) {
  return isSorted ? { 'aria-sort': 'descending' as const } : {}
}

function SortButton({
  isSorted,
  onSort,
  children,
}: {
  readonly isSorted: boolean
  readonly onSort: () => void
  readonly children: string
}): JSX.Element {
  return (
    <button type="button" class="button plain" onClick={onSort}>
      {children}
      {isSorted && <Icon name="chevronDown" />}
    </button>
  )
}

function ArchiveRow({
  page,
  result: { run, points, isFinal },
  ranks,
  halfTimes,
}: {
  readonly page: PageProps
  readonly result: RunResult
  readonly ranks: readonly number[]
  readonly halfTimes: HalfTimes | undefined
}): JSX.Element {
  const { messages, format, view } = page
  return (
    <tr role="row" data-region={run.region}>
      <th scope="row" role="rowheader">
        <ViewLink page={page} to={withRun(view, run)} isCurrent={false} isFromTop>
          <ColorField seed={`${run.region}/event/${run.id}`} isPlain />
          <span class="event-name">{nameOfRun(run, page)}</span>
          <span class="event-time">
            {messages.regions[run.region]} · {format.span(run)}
            {!isFinal && ` · ${messages.notFinal}`}
          </span>
        </ViewLink>
      </th>
      {ranks.map((rank) => {
        const value = points.get(rank)
        return (
          <td key={rank} role="cell" class={`rank-${String(rankColor(rank) + 1)}`}>
            <span class="archive-rank" aria-hidden="true">
              {messages.rankShort(format.number(rank))}
            </span>
            {value === undefined ? '–' : format.number(value)}
            {halfTimes !== undefined && (
              <span class="archive-half">
                {halfTimeOf(page, halfTimes.get(runName(run)), rank)}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function halfTimeOf(
  { messages, format }: PageProps,
  prediction: RunPrediction | undefined,
  rank: number,
): string {
  const estimate = prediction?.estimates.get(rank)
  if (estimate === undefined) return '–'
  const error = estimate.error === undefined ? '' : `(${format.percent(estimate.error)})`
  return messages.predictions.halfTimeOf(format.short(estimate.value), error).trim()
}
