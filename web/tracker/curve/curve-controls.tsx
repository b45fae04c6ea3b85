import type { JSX } from 'preact'
import type { CurveWords } from './curve-words.ts'

/** What the buttons do. */
export interface CurveControlsProps {
  readonly words: CurveWords
  readonly reset: string
  /** Whether a part is shown; there is nowhere to go without it. */
  readonly zoomed: boolean
  /** Times as much time in view. */
  readonly onZoom: (factor: number) => void
  /** Parts of what is in view, negative to the left. */
  readonly onShift: (part: number) => void
  readonly onReset: () => void
}

/** The buttons under a curve: whatever dragging does, without dragging. */
export function CurveControls(props: CurveControlsProps): JSX.Element {
  const { words, reset, zoomed, onZoom, onShift, onReset } = props
  // One that cannot be used stays in the order of the tabulator, so that focus is not lost when it is used for the last time.
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
    <div class="curve-controls">
      {button(words.zoomIn, '+', true, () => {
        onZoom(0.5)
      })}
      {button(words.zoomOut, '−', zoomed, () => {
        onZoom(2)
      })}
      {button(words.left, '←', zoomed, () => {
        onShift(-0.5)
      })}
      {button(words.right, '→', zoomed, () => {
        onShift(0.5)
      })}
      {button(reset, reset, zoomed, onReset)}
    </div>
  )
}
