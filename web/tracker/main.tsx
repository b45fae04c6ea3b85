import { render } from 'preact'
import { App } from './app.tsx'
import './tracker.css'

const place = document.querySelector<HTMLElement>('#tracker')
if (place !== null) {
  // The server rendered a placeholder.
  place.replaceChildren()
  // The server sets the portal URL, or an empty string if the page must not link to one.
  render(<App portal={place.dataset['portal'] || undefined} />, place)
}
