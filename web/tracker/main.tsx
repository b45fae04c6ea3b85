import { render } from 'preact'
import { storePreferenceCookie } from '../shared/preferences/preference-cookie.ts'
import { readPreferences } from '../shared/preferences/preferences.ts'
import { App, preloadPage } from './app.tsx'
import { firstPaint } from './first-screen/first-paint.ts'
import { provideFirstData } from './first-screen/provide-first-data.ts'
import { readTypedText } from './first-screen/typed-text.ts'
import { loadMessages } from './messages/load-messages.ts'
import { registerWorker } from './offline/register-worker.ts'
import './tracker.css'
import { watchMaintenance } from '../shared/maintenance/maintenance-banner.ts'
import { wantedLanguage } from './view/use-page.ts'
import { readPlace } from './view/use-view.ts'

const place = document.querySelector<HTMLElement>('#tracker')
if (place !== null) void start(place)
watchMaintenance()

/** Takes over the first screen of the server, once the texts and the page are loaded. */
async function start(parent: HTMLElement): Promise<void> {
  const preferences = readPreferences()
  storePreferenceCookie(preferences)
  const { name, view } = readPlace()
  const [first] = await Promise.all([
    loadMessages(wantedLanguage(view, preferences)),
    preloadPage(name),
    // Work before it would delay it, and the browser would report it at the next paint.
    firstPaint(),
  ])
  provideFirstData()
  const enterTypedText = readTypedText(parent)
  // Preact would move elements that white space precedes, and the browser would paint them again.
  for (const space of [...parent.childNodes].filter((node) => node instanceof Text)) space.remove()
  // Preact changes only the elements that differ from those of the server. The server sets the
  // portal URL, or an empty string if the page must not link to one.
  render(<App portal={parent.dataset['portal'] || undefined} first={first} />, parent)
  void enterTypedText()
  // A page in a frame is not the reader's own.
  if (location.pathname !== '/embed') registerWorker()
}
