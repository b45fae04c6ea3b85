import { nextReadMs, readBorder, type Border } from './read-border.ts'

/** Regions in the order in which they are tried: the first with a running event is shown. */
const REGIONS = ['jp', 'en', 'tw', 'kr']

/** Milliseconds between two updates of the texts that count seconds. */
const TICK_MS = 1_000

const card = document.querySelector('[data-live-number]')
const [event, value, state] = ['[data-event]', '[data-value]', '[data-state]'].map(
  (selector) => card?.querySelector<HTMLElement>(selector) ?? undefined,
)
let shown: Border | undefined
let dueMs = 0

/** Reads the border of the first region that has one. */
async function read(): Promise<void> {
  const regions = shown === undefined ? REGIONS : [shown.region]
  for (const region of regions) {
    const border = await readBorder(region)
    if (border === undefined) continue
    shown = border
    break
  }
  dueMs = nextReadMs(shown, Date.now())
  show()
}

function show(): void {
  if (shown === undefined || !event || !value || !state) return
  const { region, name, rank, points, fetchedAtMs } = shown
  event.textContent = `${region.toUpperCase()} · ${name}`
  const number = document.createElement('b')
  number.textContent = points.toLocaleString('en')
  value.replaceChildren(number, ` points at rank ${rank.toLocaleString('en')}`)
  value.hidden = false
  showAge(fetchedAtMs)
  showRequest(region)
}

/** Shows the request for a region, in an element of its own: others know only the first text. */
function showRequest(region: string): void {
  const code = card?.querySelector('code') ?? undefined
  if (code === undefined) return
  const text = (code.textContent ?? '').replace(/\/game\/[a-z]+\//, `/game/${region}/`)
  if (code.textContent === text) return
  const other = document.createElement('code')
  other.textContent = text
  code.replaceWith(other)
}

function showAge(fetchedAtMs: number): void {
  if (state === undefined) return
  const age = `Updated ${durationText(Date.now() - fetchedAtMs)} ago`
  const waitMs = dueMs - Date.now()
  state.textContent = waitMs > 0 ? `${age} · next update in ${durationText(waitMs)}` : age
}

/** Returns a duration as a reader says it: `8 s`, `3 min`, `2 h`. */
function durationText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

let isReading = false
function tick(): void {
  // A hidden page asks nothing, and catches up when the reader returns.
  if (document.hidden || isReading) return
  if (shown !== undefined) showAge(shown.fetchedAtMs)
  if (Date.now() < dueMs) return
  isReading = true
  void read().finally(() => (isReading = false))
}

if (card !== null) {
  tick()
  setInterval(tick, TICK_MS)
}
