import type { JSX } from 'preact'
import type { ChartLabels } from './chart-labels.ts'

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
  const button = (label: string, sign: string, usable: boolean, act: () => void) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={!usable}
      onClick={() => {
        if (usable) act()
      }}
    >
      {sign}
    </button>
  )
  return (
    <div class="chart-controls">
      {button(labels.zoomIn, '+', true, () => {
        onZoom(0.5)
      })}
      {button(labels.zoomOut, '−', zoomed, () => {
        onZoom(2)
      })}
      {button(labels.left, '←', zoomed, () => {
        onShift(-0.5)
      })}
      {button(labels.right, '→', zoomed, () => {
        onShift(0.5)
      })}
      {button(reset, reset, zoomed, onReset)}
    </div>
  )
}
