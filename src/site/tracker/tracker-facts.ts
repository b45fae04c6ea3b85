import type { Retention } from '../../history/retention.ts'
import type { ListenConfig } from '../../platform/http/listen-config.ts'
import type { SiteConfig } from '../site-config.ts'

/** What the pages of the tracker know about their server. */
export interface TrackerFacts {
  /** Whether the server has player pages. */
  readonly hasPlayers: boolean
  /** The origins of pictures that pages may show, its public origin among them. */
  readonly pictureOrigins: readonly string[]
}

/** Returns the facts of a configured server. */
export function trackerFacts(
  config: Pick<ListenConfig, 'publicUrl'> &
    SiteConfig & { readonly retention: Pick<Retention, 'playersMs'> },
): TrackerFacts {
  return {
    hasPlayers: config.retention.playersMs > 0,
    pictureOrigins: [config.publicUrl, ...config.pictureOrigins].filter((origin) => origin !== ''),
  }
}
