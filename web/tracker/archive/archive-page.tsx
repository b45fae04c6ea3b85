import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EmptyState } from '../components/empty-state.tsx'
import { FailureNotice } from '../components/notice.tsx'
import { RegionLabel } from '../header/region-label.tsx'
import { REGIONS } from '../../shared/i18n/regions.ts'
import { useQuery } from '../data/use-query.ts'
import { nameOfRun } from '../i18n/name-of.ts'
import type { PageProps } from '../view/page.ts'
import { archiveRanks, findResults, type ArchiveQuery } from './archive-rows.ts'
import { ArchiveTable } from './archive-table.tsx'
import { loadResults, type ResultsPage } from './load-results.ts'

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
  const found = findResults(results, query, ({ run }) => nameOfRun(run, page))
  return (
    <section class="card archive" aria-labelledby="archive">
      <div class="card-head">
        <h1 id="archive">{messages.archive}</h1>
        <ArchiveFilters page={page} query={query} onQuery={setQuery} />
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
          ranks={archiveRanks(results)}
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

/** Loads the latest results of every region, and older ones on request. */
function useResults() {
  const [wanted, setWanted] = useState(1)
  const { value, failure, reload } = useQuery({
    key: `results/${wanted}`,
    load: async (signal) => {
      const all = await Promise.all(REGIONS.map((region) => loadPages(region, wanted, signal)))
      return all.flat()
    },
  })
  const [shown, setShown] = useState<readonly ResultsPage[]>()
  useEffect(() => {
    if (value !== undefined) setShown(value)
  }, [value])
  const hasMore = REGIONS.some(
    (region) =>
      shown?.findLast((one) => one.region === region)?.nextBefore !== undefined &&
      value !== undefined,
  )
  return {
    pages: shown,
    failure,
    reload,
    more: hasMore ? () => setWanted(wanted + 1) : undefined,
  }
}

async function loadPages(
  region: ResultsPage['region'],
  count: number,
  signal: AbortSignal,
): Promise<readonly ResultsPage[]> {
  const pages = [await loadResults(region, undefined, signal)]
  while (pages.length < count) {
    const before = pages.at(-1)?.nextBefore
    if (before === undefined) break
    pages.push(await loadResults(region, before, signal))
  }
  return pages
}
