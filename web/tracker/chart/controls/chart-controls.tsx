import type { JSX } from 'preact'
import { Icon, type IconName } from '../../../shared/components/icon.tsx'
import type { ChartLabels } from '../chart-labels.ts'

/** Props of {@link ChartControls}. */
export interface ChartControlsProps {
  readonly labels: ChartLabels
  readonly reset: string
  /** Whether the chart is zoomed; the other buttons are disabled without a zoom. */
  readonly zoomed: boolean
  /** Multiplies the visible time span. */
  readonly onZoom: (factor: number) => void
  /** Fraction of the visible time span, negative to the left. */
  readonly onShift: (part: number) => void
  readonly onReset: () => void
}

/** Renders the zoom buttons, an alternative to dragging. */
export function ChartControls(props: ChartControlsProps): JSX.Element {
  const { labels, reset, zoomed, onZoom, onShift, onReset } = props
  // A disabled button keeps its place in the tab order, so that it keeps the focus.
  const button = (label: string, icon: IconName, usable: boolean, act: () => void) => (
    <button
      type="button"
      class="button plain round"
      aria-label={label}
      title={label}
      aria-disabled={!usable}
      onClick={() => {
        if (usable) act()
      }}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div class="chart-controls">
      {button(labels.zoomIn, 'plus', true, () => {
        onZoom(0.5)
      })}
      {button(labels.zoomOut, 'minus', zoomed, () => {
        onZoom(2)
      })}
      {button(labels.left, 'chevronLeft', zoomed, () => {
        onShift(-0.5)
      })}
      {button(labels.right, 'chevronRight', zoomed, () => {
        onShift(0.5)
      })}
      {button(reset, 'undo', zoomed, onReset)}
    </div>
  )
}
