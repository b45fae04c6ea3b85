import { render } from 'preact'
import { App } from './app.tsx'
import { holdLinkSecret } from './sign-in/link-secret.ts'
import './portal.css'

holdLinkSecret()
const place = document.querySelector('#portal')
if (place !== null) {
  // What was there before the script is a picture of what comes.
  place.replaceChildren()
  render(<App />, place)
}
