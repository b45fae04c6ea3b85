import type { TrackerFacts } from '../../../src/site/tracker/tracker-facts.ts'

let known: TrackerFacts | undefined

/** Sets the facts where the server renders the page itself. */
export function setServerFacts(facts: TrackerFacts): void {
  known = facts
}

/** Returns what the server wrote into the page. */
export function serverFacts(): TrackerFacts {
  if (known !== undefined) return known
  const { players, pictures = '' } = document.querySelector<HTMLElement>('#tracker')?.dataset ?? {}
  known = {
    hasPlayers: players !== 'off',
    pictureOrigins: pictures.split(' ').filter((origin) => origin !== ''),
  }
  return known
}

/** Returns a picture's address if the page may show it: others would tell a stranger who reads. */
export function allowedPicture(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const origin = URL.parse(url)?.origin
  return origin !== undefined && serverFacts().pictureOrigins.includes(origin) ? url : undefined
}
