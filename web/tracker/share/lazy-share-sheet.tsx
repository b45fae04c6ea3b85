import { lazy } from '../../shared/components/lazy.tsx'
import { FailureNotice } from '../components/notice.tsx'
import type { ShareSheetProps } from './share-sheet.tsx'

/** The share sheet, whose script is loaded when it is opened. */
export const LazyShareSheet = lazy<ShareSheetProps>({
  load: async () => (await import('./share-sheet.tsx')).ShareSheet,
  Placeholder: () => <></>,
  Failed: ({ page: { messages }, retry }) => (
    <FailureNotice failure="offline" messages={messages} retry={retry} />
  ),
})
