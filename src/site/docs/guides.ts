/** A document with a page. */
export interface Guide {
  /** The path of the page below `/docs/`. */
  readonly slug: string
  /** A former slug, which redirects to the page. */
  readonly formerSlug?: string
  /** Path of the document from the project root. */
  readonly file: string
  /** Its name in the navigation. */
  readonly name: string
}

/** The documents with pages, in order, by audience. */
export const GUIDES = {
  'For bots and sites': [
    { slug: 'quickstart', file: 'docs/quickstart.md', name: 'Quickstart' },
    {
      slug: 'quickstart-typescript',
      file: 'docs/quickstart-typescript.md',
      name: 'Quickstart in TypeScript',
    },
    { slug: 'quickstart-python', file: 'docs/quickstart-python.md', name: 'Quickstart in Python' },
    { slug: 'cutoff-bot', file: 'docs/cutoff-bot.md', name: 'A cutoff bot in 40 lines' },
    { slug: 'clients', file: 'docs/clients.md', name: 'Clients and collections' },
    { slug: 'limits', file: 'docs/limits.md', name: 'Limits and headers' },
    { slug: 'errors', file: 'docs/errors.md', name: 'Errors' },
    { slug: 'ranks', file: 'docs/ranks.md', name: 'Ranks, and missing ones' },
    { slug: 'ids', file: 'docs/ids.md', name: 'Ids and numbers' },
    { slug: 'freshness', file: 'docs/freshness.md', name: 'Freshness' },
    { slug: 'tracker', file: 'docs/tracker.md', name: 'The tracker page' },
    { slug: 'live', file: 'docs/live.md', name: 'Live' },
    { slug: 'feeds', file: 'docs/feeds.md', name: 'Feeds and calendars' },
    { slug: 'predictions', file: 'docs/predictions.md', name: 'Predictions' },
    {
      slug: 'chart-images',
      formerSlug: 'pictures',
      file: 'docs/chart-images.md',
      name: 'Chart images',
    },
    { slug: 'exports', formerSlug: 'take-away', file: 'docs/exports.md', name: 'Exports' },
    {
      slug: 'public-data',
      file: 'docs/public-data.md',
      name: 'Cutoffs and history, without a key',
    },
    { slug: 'portal', file: 'docs/portal.md', name: 'The developer portal' },
    { slug: 'using-the-api', file: 'docs/using-the-api.md', name: 'All operations' },
    { slug: 'simulator', file: 'docs/simulator.md', name: 'Test against the simulator' },
    { slug: 'changelog', file: 'CHANGELOG.md', name: 'Changelog' },
  ],
  'For operators': [
    { slug: 'operating', file: 'docs/operating.md', name: 'Operating' },
    { slug: 'deploying', file: 'docs/deploying.md', name: 'Deploying behind a proxy' },
    { slug: 'scaling', file: 'docs/scaling.md', name: 'Scaling' },
    { slug: 'alerts', file: 'docs/alerts.md', name: 'Alerts' },
    { slug: 'metrics', file: 'docs/metrics.md', name: 'Metrics' },
    { slug: 'status', file: 'docs/status.md', name: 'Status and incidents' },
    { slug: 'logs', file: 'docs/logs.md', name: 'The log' },
    { slug: 'usage', file: 'docs/usage.md', name: 'Usage and request records' },
    { slug: 'collecting', file: 'docs/collecting.md', name: 'Collecting snapshots' },
    { slug: 'master-data', file: 'docs/master-data.md', name: 'Names and the calendar' },
    { slug: 'backup', file: 'docs/backup.md', name: 'Back up and restore' },
    { slug: 'signing-in', file: 'docs/signing-in.md', name: 'Signing in to the portal' },
    { slug: 'security', file: 'docs/security.md', name: 'Security' },
    { slug: 'configuration', file: 'docs/configuration.md', name: 'Configuration' },
    {
      slug: 'quotas-on-valkey',
      file: 'docs/quotas-on-valkey.md',
      name: 'Quotas on Valkey or Redis',
    },
    { slug: 'postgres', file: 'docs/postgres.md', name: 'Accounts in Postgres' },
    { slug: 'gateway', file: 'docs/gateway.md', name: 'The gateway' },
    { slug: 'dataset', file: 'docs/dataset.md', name: 'The dataset' },
    { slug: 'demo', file: 'docs/demo.md', name: 'The demo' },
  ],
} as const satisfies Readonly<Record<string, readonly Guide[]>>

/** All guides in one list. */
export const ALL_GUIDES: readonly Guide[] = Object.values(GUIDES).flat()
