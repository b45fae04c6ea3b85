import { lazy } from '../../shared/components/lazy.tsx'
import { FailureNotice } from '../components/notice.tsx'
import type { LadderPanelProps } from './ladder-panel.tsx'

/** The ladder, whose script is loaded when it is first shown. */
export const LazyLadder = lazy<LadderPanelProps>({
  isBelow: true,
  load: async () => (await import('./ladder-panel.tsx')).LadderPanel,
  Placeholder: () => (
    <div class="card" aria-busy="true">
      <div class="skeleton ladder-loading" />
    </div>
  ),
  Failed: ({ page: { messages }, retry }) => (
    <FailureNotice failure="offline" messages={messages} retry={retry} />
  ),
})
