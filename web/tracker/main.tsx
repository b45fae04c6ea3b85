import { render } from 'preact'
import { App } from './app.tsx'
import './tracker.css'

const place = document.querySelector<HTMLElement>('#tracker')
if (place !== null) {
  // What was there before the script is a picture of what comes.
  place.replaceChildren()
  // The server says where the portal is; nothing where readers are not to be led to one.
  render(<App portal={place.dataset['portal'] || undefined} />, place)
}
