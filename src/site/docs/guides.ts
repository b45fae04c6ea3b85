import { LANGUAGES, type Language } from '../../platform/language.ts'

/** A document with a page. */
export interface Guide {
  /** The path of the page below `/docs/`. */
  readonly slug: string
  /** Path of the document from the project root. */
  readonly file: string
  /** Its name in the navigation. */
  readonly name: string
}

/** The documents with pages, in order, by what the reader wants. */
export const GUIDES = {
  'I write a bot or a site': [
    { slug: 'quickstart', file: 'docs/quickstart.md', name: 'Quickstart' },
    { slug: 'cutoff-bot', file: 'docs/cutoff-bot.md', name: 'Build a cutoff bot' },
    {
      slug: 'border-on-your-site',
      file: 'docs/border-on-your-site.md',
      name: 'Show a border on your site',
    },
    {
      slug: 'polling-to-webhooks',
      file: 'docs/polling-to-webhooks.md',
      name: 'From polling to webhooks',
    },
    { slug: 'webhooks', file: 'docs/webhooks.md', name: 'Webhooks' },
    { slug: 'reading-data', file: 'docs/reading-data.md', name: 'Read the data correctly' },
    { slug: 'limits', file: 'docs/limits.md', name: 'Limits and headers' },
    { slug: 'errors', file: 'docs/errors.md', name: 'Errors' },
    { slug: 'clients', file: 'docs/clients.md', name: 'Clients and collections' },
    { slug: 'portal', file: 'docs/portal.md', name: 'Keys and the portal' },
    { slug: 'simulator', file: 'docs/simulator.md', name: 'Test against the simulator' },
    { slug: 'using-the-api', file: 'docs/using-the-api.md', name: 'All operations' },
  ],
  'I want data': [
    {
      slug: 'public-data',
      file: 'docs/public-data.md',
      name: 'Cutoffs and history, without a key',
    },
    { slug: 'mirror-history', file: 'docs/mirror-history.md', name: 'Mirror the history' },
    { slug: 'live', file: 'docs/live.md', name: 'Live' },
    { slug: 'predictions', file: 'docs/predictions.md', name: 'Predictions' },
    { slug: 'chart-images', file: 'docs/chart-images.md', name: 'Chart images' },
    { slug: 'feeds', file: 'docs/feeds.md', name: 'Feeds and calendars' },
    { slug: 'tracker', file: 'docs/tracker.md', name: 'The tracker page' },
  ],
  'I run a server': [
    {
      slug: 'run-for-your-team',
      file: 'docs/run-for-your-team.md',
      name: 'Run Backline for your team',
    },
    {
      slug: 'connect-a-gateway',
      file: 'docs/connect-a-gateway.md',
      name: 'Connect a game gateway',
    },
    { slug: 'import-history', file: 'docs/import-history.md', name: 'Import history' },
    { slug: 'master-data', file: 'docs/master-data.md', name: 'Names and the calendar' },
    { slug: 'collecting', file: 'docs/collecting.md', name: 'Collect snapshots' },
    { slug: 'backup', file: 'docs/backup.md', name: 'Back up and restore' },
    { slug: 'signing-in', file: 'docs/signing-in.md', name: 'Sign in to the portal' },
    { slug: 'status', file: 'docs/status.md', name: 'Status and incidents' },
    { slug: 'deploying', file: 'docs/deploying.md', name: 'Deploy behind a proxy' },
    { slug: 'scaling', file: 'docs/scaling.md', name: 'Scale' },
    { slug: 'operating', file: 'docs/operating.md', name: 'Operate' },
    {
      slug: 'secure-your-server',
      file: 'docs/secure-your-server.md',
      name: 'Secure your server',
    },
    { slug: 'overload', file: 'docs/overload.md', name: 'Attacks and overload' },
  ],
  'When something is wrong': [
    { slug: 'troubleshooting', file: 'docs/troubleshooting.md', name: 'Troubleshooting' },
    { slug: 'alerts', file: 'docs/alerts.md', name: 'Alerts' },
    { slug: 'logs', file: 'docs/logs.md', name: 'The log' },
    { slug: 'metrics', file: 'docs/metrics.md', name: 'Metrics' },
    { slug: 'traces', file: 'docs/traces.md', name: 'Record traces' },
    { slug: 'usage', file: 'docs/usage.md', name: 'Usage and request records' },
  ],
  'To look up': [
    { slug: 'configuration', file: 'docs/configuration.md', name: 'Configuration' },
    { slug: 'security', file: 'docs/security.md', name: 'Security promises' },
    { slug: 'gateway', file: 'docs/gateway.md', name: 'The gateway protocol' },
    { slug: 'dataset', file: 'docs/dataset.md', name: 'The dataset' },
    { slug: 'postgres', file: 'docs/postgres.md', name: 'Accounts in Postgres' },
    {
      slug: 'quotas-on-valkey',
      file: 'docs/quotas-on-valkey.md',
      name: 'Quotas on Valkey or Redis',
    },
    { slug: 'demo', file: 'docs/demo.md', name: 'The demo' },
    { slug: 'versions', file: 'docs/versions.md', name: 'Versions' },
    { slug: 'changelog', file: 'CHANGELOG.md', name: 'Changelog' },
  ],
} as const satisfies Readonly<Record<string, readonly Guide[]>>

/** All guides in one list. */
export const ALL_GUIDES: readonly Guide[] = Object.values(GUIDES).flat()

/** Guides that exist in every language: the same document in a folder for each. */
const TRANSLATED: ReadonlySet<string> = new Set(['quickstart', 'errors'])

/** A guide in another language than English. */
export interface TranslatedGuide extends Guide {
  readonly language: Language
  /** The guide in English, whose sections have the same ids. */
  readonly original: Guide
}

/** All guides in other languages than English. */
export const TRANSLATED_GUIDES: readonly TranslatedGuide[] = ALL_GUIDES.filter(({ slug }) =>
  TRANSLATED.has(slug),
).flatMap((original) =>
  LANGUAGES.filter((language) => language !== 'en').map((language) => ({
    slug: `${language}/${original.slug}`,
    file: original.file.replace('docs/', `docs/${language}/`),
    name: original.name,
    language,
    original,
  })),
)

/** Returns the paths of a guide by language, itself included; only English if it has one. */
export function languagesOf({ slug }: Guide): ReadonlyMap<Language, string> {
  const paths = new Map<Language, string>([['en', `/docs/${slug}`]])
  for (const { language, original, slug: own } of TRANSLATED_GUIDES) {
    if (original.slug === slug) paths.set(language, `/docs/${own}`)
  }
  return paths
}

/** Former slugs, which redirect to a page or to a section of it. */
export const MOVED_GUIDES: Readonly<Record<string, string>> = {
  'quickstart-typescript': 'quickstart',
  'quickstart-python': 'quickstart',
  ranks: 'reading-data#ranks',
  ids: 'reading-data#ids-and-numbers',
  freshness: 'reading-data#how-old-is-a-response',
  exports: 'mirror-history',
  'take-away': 'mirror-history',
  pictures: 'chart-images',
}
