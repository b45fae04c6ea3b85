import { render } from 'preact'
import { App } from './app.tsx'
import { storeLinkSecret } from './sign-in/link-secret.ts'
import './portal.css'

storeLinkSecret()
const place = document.querySelector('#portal')
if (place !== null) {
  // The server rendered a placeholder.
  place.replaceChildren()
  render(<App />, place)
}
