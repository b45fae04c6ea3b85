import { lazy } from '../../shared/components/lazy.tsx'
import { FailureNotice } from '../components/notice.tsx'
import type { CompareTableProps } from './compare-table.tsx'
import type { RunChoiceProps } from './run-choice.tsx'

/** The table of a comparison, whose script is loaded with the first one. */
export const LazyCompareTable = lazy<CompareTableProps>({
  load: async () => (await import('./compare-table.tsx')).CompareTable,
  Placeholder: () => <></>,
  Failed: ({ page: { messages }, retry }) => (
    <FailureNotice failure="offline" messages={messages} retry={retry} />
  ),
})

/** The choice of runs, whose script is loaded when it is opened. */
export const LazyRunChoice = lazy<RunChoiceProps>({
  load: async () => (await import('./run-choice.tsx')).RunChoice,
  Placeholder: ({ page: { messages } }) => <p class="quiet">{messages.loading}</p>,
  Failed: ({ page: { messages }, retry }) => (
    <FailureNotice failure="offline" messages={messages} retry={retry} />
  ),
})
