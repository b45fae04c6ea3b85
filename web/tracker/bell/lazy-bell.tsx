import { lazy } from '../../shared/components/lazy.tsx'
import { FailureNotice } from '../components/notice.tsx'
import type { BellPanelProps } from './bell-panel.tsx'

/** The bell, whose script is loaded when the reader comes near it. */
export const LazyBell = lazy<BellPanelProps>({
  isBelow: true,
  load: async () => (await import('./bell-panel.tsx')).BellPanel,
  Placeholder: () => (
    <div class="card" aria-busy="true">
      <div class="skeleton skeleton-line" />
    </div>
  ),
  Failed: ({ page: { messages }, retry }) => (
    <FailureNotice failure="offline" messages={messages} retry={retry} />
  ),
})
