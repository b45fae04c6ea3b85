import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EmptyState } from '../components/empty-state.tsx'
import { FailureNotice } from '../components/notice.tsx'
import { RegionLabel } from '../header/region-label.tsx'
import { REGIONS } from '../../shared/i18n/regions.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import type { PageProps } from '../view/page.ts'
import { archiveRanks, findResults, type ArchiveQuery } from './archive-rows.ts'
import { ArchiveTable } from './archive-table.tsx'
import { useHalfTimes } from './use-half-times.ts'
import { useResults } from './use-results.ts'

/** Renders the final cutoffs of every event, side by side, with a search and a filter by region. */
export function ArchivePage({ page }: { readonly page: PageProps }): JSX.Element {
  const { messages } = page
  const { pages, failure, reload, more } = useResults()
  const [query, setQuery] = useState<ArchiveQuery>({
    text: '',
    region: undefined,
    sort: undefined,
  })
  useEffect(() => {
    document.title = `${messages.archive} · Backline`
  }, [messages])
  const results = pages?.flatMap((one) => one.results) ?? []
  const [hasHalfTimes, showHalfTimes] = useState(false)
  const ranks = archiveRanks(results)
  const found = findResults(results, query, ({ run }) => nameOfRun(run, page))
  const halfTimes = useHalfTimes(
    found.map(({ run }) => run),
    ranks,
    hasHalfTimes,
  )
  return (
    <section class="card archive" aria-labelledby="archive">
      <div class="card-head">
        <h1 id="archive">{messages.archive}</h1>
        <ArchiveFilters page={page} query={query} onQuery={setQuery} />
        <button
          type="button"
          class="button toggle"
          aria-pressed={hasHalfTimes}
          onClick={() => showHalfTimes(!hasHalfTimes)}
        >
          {messages.predictions.halfTimeTitle}
        </button>
      </div>
      {failure !== undefined && (
        <FailureNotice failure={failure} messages={messages} retry={reload} />
      )}
      {pages === undefined && failure === undefined && (
        <div class="skeleton archive-loading" aria-label={messages.loading} />
      )}
      {pages !== undefined && found.length > 0 && (
        <ArchiveTable
          page={page}
          results={found}
          ranks={ranks}
          halfTimes={hasHalfTimes ? halfTimes : undefined}
          sort={query.sort}
          onSort={(sort) => setQuery({ ...query, sort })}
        />
      )}
      {pages !== undefined && found.length === 0 && (
        <EmptyState
          icon="search"
          title={results.length === 0 ? messages.archiveEmpty : messages.archiveNothing}
          text=""
        />
      )}
      {more !== undefined && (
        <button type="button" class="button plain whole" onClick={more}>
          {messages.olderEvents}
        </button>
      )}
    </section>
  )
}

function ArchiveFilters({
  page: { messages },
  query,
  onQuery,
}: {
  readonly page: PageProps
  readonly query: ArchiveQuery
  readonly onQuery: (query: ArchiveQuery) => void
}): JSX.Element {
  const regionButton = (region: ArchiveQuery['region'], label: string) => (
    <button
      key={label}
      type="button"
      aria-pressed={query.region === region}
      onClick={() => onQuery({ ...query, region })}
    >
      {region === undefined ? label : <RegionLabel region={region} name={label} />}
    </button>
  )
  return (
    <div class="archive-filters">
      <input
        type="search"
        aria-label={messages.searchEvents}
        placeholder={messages.searchEvents}
        value={query.text}
        maxLength={100}
        onInput={({ currentTarget }) => onQuery({ ...query, text: currentTarget.value })}
      />
      <div class="segmented regions" role="group" aria-label={messages.region}>
        {regionButton(undefined, messages.everyRegion)}
        {REGIONS.map((region) => regionButton(region, messages.regions[region]))}
      </div>
    </div>
  )
}
