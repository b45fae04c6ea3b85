import { acceptedLanguage } from '../../../src/platform/language.ts'
import { MINUTE_MS } from '../../../src/platform/time/time-units.ts'
import {
  findMaintenance,
  type PlannedMaintenance,
} from '../../../src/site/maintenance/find-maintenance.ts'
import { MAINTENANCE_MESSAGES } from '../../../src/site/maintenance/maintenance-messages.ts'

/** Milliseconds between two looks while the page is visible. */
const EVERY_MS = 5 * MINUTE_MS

/** Name in the session storage of the maintenance that the reader has closed. */
const CLOSED = 'backline.maintenance-closed'

/** Planned maintenance, as the summary of the status page lists it. */
interface SummaryMaintenance {
  readonly id: string
  readonly name: string
  /** ISO 8601. */
  readonly scheduled_for: string
  readonly scheduled_until: string
}

const STYLE = `
.maintenance-banner { position: fixed; inset: auto 0 0; z-index: 6; display: flex; flex-wrap: wrap;
  align-items: center; justify-content: center; gap: .25rem 1rem; padding: .5rem 1rem;
  border-block-start: 2px solid var(--warn); background: var(--paper-raised); color: var(--ink);
  font-size: var(--size-small); overflow-wrap: anywhere }
.maintenance-banner a { color: var(--accent) }
.maintenance-banner button { min-block-size: var(--target); padding: 0 .75rem;
  border-color: var(--line); background: none; color: inherit }`

/**
 * Shows planned maintenance at the lower edge of the page, from three days before its start until
 * its end. Over the page instead of in it, so that nothing moves.
 */
export function watchMaintenance(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  document.adoptedStyleSheets.push(sheet)
  const look = () => {
    if (!document.hidden) void update()
  }
  look()
  setInterval(look, EVERY_MS)
}

async function update(): Promise<void> {
  const planned = await readPlanned()
  if (planned === undefined) return
  const shown = findMaintenance(planned, Date.now())
  document.querySelector('.maintenance-banner')?.remove()
  if (shown === undefined || readClosed() === shown.id) return
  document.body.append(createBanner(shown))
}

/** Reads the planned maintenance; `undefined` if the server does not answer. */
async function readPlanned(): Promise<readonly PlannedMaintenance[] | undefined> {
  try {
    const response = await fetch('/api/v2/summary.json', { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) return undefined
    const summary = (await response.json()) as {
      readonly scheduled_maintenances?: readonly SummaryMaintenance[]
    }
    return (summary.scheduled_maintenances ?? []).map((listed) => ({
      id: listed.id,
      title: listed.name,
      fromMs: Date.parse(listed.scheduled_for),
      untilMs: Date.parse(listed.scheduled_until),
    }))
  } catch {
    return undefined
  }
}

function createBanner({ id, title, fromMs, untilMs }: PlannedMaintenance): HTMLElement {
  const lang = acceptedLanguage(document.documentElement.lang)
  const messages = MAINTENANCE_MESSAGES[lang]
  const banner = document.createElement('aside')
  banner.className = 'maintenance-banner'
  banner.lang = lang
  banner.setAttribute('aria-label', messages.planned)
  const heading = document.createElement('strong')
  heading.textContent = fromMs <= Date.now() ? messages.underWay : messages.planned
  const text = document.createElement('span')
  const window = new Intl.DateTimeFormat(lang, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatRange(fromMs, untilMs)
  text.textContent = `${title} · ${window}`
  const link = document.createElement('a')
  link.href = `/status?lang=${lang}#${encodeURIComponent(id)}`
  link.textContent = messages.details
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = messages.close
  close.addEventListener('click', () => {
    storeClosed(id)
    banner.remove()
  })
  banner.append(heading, text, link, close)
  return banner
}

function readClosed(): string | null {
  try {
    return sessionStorage.getItem(CLOSED)
  } catch {
    return null
  }
}

function storeClosed(id: string): void {
  try {
    sessionStorage.setItem(CLOSED, id)
  } catch {
    // Without storage it is shown again on the next page.
  }
}
