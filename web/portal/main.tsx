import { render } from 'preact'
import { App } from './app.tsx'
import { readPreferences } from './layout/preferences.ts'
import { loadSignIn } from './layout/use-sign-in-options.ts'
import { loadMessages } from './messages/load-messages.ts'
import { storeLinkSecret } from './sign-in/link-secret.ts'
import './portal.css'

/** Milliseconds after which the page is rendered without knowing who is signed in. */
const SIGN_IN_MS = 2_000

storeLinkSecret()
const place = document.querySelector('#portal')
if (place !== null) void start(place)

/** Replaces the placeholder of the server, once the texts and the sign-in state are loaded. */
async function start(parent: Element): Promise<void> {
  const { lang } = readPreferences(new URLSearchParams(location.search))
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), SIGN_IN_MS)
  })
  const [texts, signIn] = await Promise.all([
    loadMessages(lang),
    Promise.race([loadSignIn(), late]),
  ])
  parent.replaceChildren()
  render(<App first={{ texts, signIn }} />, parent)
}
