import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../shared/components/icon.tsx'
import type { Subject } from '../data/subject.ts'
import type { BoardData } from '../data/use-board.ts'
import type { PageProps } from '../view/page.ts'
import { WITH_MAX } from '../view/view.ts'
import { LazyCompareTable, LazyRunChoice } from './lazy-compare.tsx'

/** Props of {@link ComparePanel}. */
interface ComparePanelProps {
  readonly page: PageProps
  readonly subject: Subject
  readonly data: BoardData
  /** Unix ms. */
  readonly nowMs: number
}

/**
 * Renders the choice of runs to compare with, and how they compare. Loads either when it is first
 * shown.
 */
export function ComparePanel({ page, subject, data, nowMs }: ComparePanelProps): JSX.Element {
  const { view, messages, choose } = page
  const [isOpen, setOpen] = useState(view.with.length > 0)
  return (
    <section class="card compare" aria-labelledby="compare">
      <div class="card-head">
        <h2 id="compare">{messages.compare}</h2>
        {view.with.length > 0 && (
          <button
            type="button"
            class="button plain"
            onClick={() => {
              setOpen(false)
              choose({ ...view, with: [] })
            }}
          >
            {messages.stopComparing}
          </button>
        )}
      </div>
      {data.comparison !== undefined && (
        <LazyCompareTable page={page} comparison={data.comparison} ranks={data.ranks} />
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary class="button">
          <Icon name="plus" />
          {messages.chooseRuns}
        </summary>
        {isOpen && <LazyRunChoice page={page} subject={subject} nowMs={nowMs} />}
      </details>
      <p class="quiet">{messages.compareHelp(WITH_MAX)}</p>
    </section>
  )
}
