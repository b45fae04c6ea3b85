import type { ReadPublicPath, RenderFirstScreen } from '../../../src/site/tracker/first-screen.ts'
import type { TrackerFacts } from '../../../src/site/tracker/tracker-facts.ts'
import { replaceTransport } from '../data/api-client.ts'
import { setServerFacts } from '../view/server-facts.ts'
import { renderFirstScreen } from './render-first-screen.tsx'

/**
 * Creates the renderer of first screens for a server, which answers the requests of the page to
 * the public API itself. Each instance of this module is for one server.
 */
export function createFirstScreenRenderer(
  read: ReadPublicPath,
  facts: TrackerFacts,
): RenderFirstScreen {
  setServerFacts(facts)
  replaceTransport(read)
  return renderFirstScreen
}
