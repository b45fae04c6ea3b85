import type { JSX } from 'preact'
import type { Messages } from '../messages/en.ts'

/** Rows of the placeholder of the cutoffs: as many as the default ranks. */
const ROWS = 5

/** Renders placeholders in the shape of the page while its data load. */
export function Skeleton({ messages }: { readonly messages: Messages }): JSX.Element {
  return (
    <>
      <p class="spoken" role="status">
        {messages.loading}
      </p>
      <div class="hero hero-loading" aria-busy="true" />
      <div class="board" aria-busy="true">
        <BoardSkeleton />
      </div>
    </>
  )
}

/** Renders placeholders in the shape of the cutoffs and the chart. */
export function BoardSkeleton(): JSX.Element {
  return (
    <>
      <div class="card cutoffs">
        <div class="card-head">
          <div class="skeleton skeleton-line" />
        </div>
        <ol>
          {Array.from({ length: ROWS }, (_, at) => (
            <li key={at} class="cutoff cutoff-loading">
              <div class="skeleton" />
            </li>
          ))}
        </ol>
      </div>
      <div class="card chart-card">
        <div class="skeleton skeleton-chart" />
      </div>
    </>
  )
}
