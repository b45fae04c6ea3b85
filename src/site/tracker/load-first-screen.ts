import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TrackerFacts } from './tracker-facts.ts'
import type { FirstScreenRequest, ReadPublicPath, RenderFirstScreen } from './first-screen.ts'

/** The components of the page, as the build bundles them for the server. */
const BUNDLE = pathToFileURL(join(import.meta.dirname, '../../../web/built/first-screen.js'))

/** The exports of the bundle. */
interface FirstScreenModule {
  readonly createFirstScreenRenderer: (
    read: ReadPublicPath,
    facts: TrackerFacts,
  ) => RenderFirstScreen
}

let instances = 0

/**
 * Creates the renderer of first screens, which reads the public API by `read`. Loads the components
 * with the first screen. Each renderer has an instance of them: like the page, they know one server
 * and its clock.
 */
export function createRenderFirstScreen(
  read: ReadPublicPath,
  facts: TrackerFacts,
): RenderFirstScreen {
  instances += 1
  const url = `${BUNDLE.href}?${instances}`
  let loading: Promise<RenderFirstScreen> | undefined
  const load = async () => {
    const bundle = (await import(url)) as FirstScreenModule
    return bundle.createFirstScreenRenderer(read, facts)
  }
  return async (request: FirstScreenRequest) => (await (loading ??= load()))(request)
}
