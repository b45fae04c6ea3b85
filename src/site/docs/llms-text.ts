import { KEYED_PREFIX } from '../../game/api-prefix.ts'
import { OPERATIONS } from '../../game/operations.ts'
import type { OperationSpec } from '../../api/operation.ts'
import { PUBLIC_OPERATIONS } from '../../history/api/public-operations.ts'
import { PUBLIC_PREFIX } from '../../history/api/public-prefix.ts'
import { GUIDES } from './guides.ts'

/**
 * Returns `llms.txt`: a description of the server and its documents for language models. Links are
 * relative to the origin.
 */
export function writeLlmsText(): string {
  const operations = linesOf(OPERATIONS, '/docs/reference', KEYED_PREFIX)
  const open = linesOf(PUBLIC_OPERATIONS, '/docs/public-reference', PUBLIC_PREFIX)
  const guides = Object.entries(GUIDES).flatMap(([group, list]) => [
    `## ${group}`,
    '',
    ...list.map(({ slug, name }) => `- [${name}](/docs/${slug}.md)`),
    '',
  ])
  return [
    '# Backline',
    '',
    '> Read-only public data of a live game in four regions (tw, jp, en, kr): rankings, decks, circles, gacha rates,',
    '> profiles, announcements. Every request is a GET with `Authorization: Bearer <key>`,',
    '> except snapshots and history, which need no key.',
    '',
    'Int64 values are strings. Fields that hold their default are omitted. A rank without a player is absent, never',
    'zero. Limits are in the `RateLimit` headers; after 429 and 503 wait `Retry-After` seconds.',
    '',
    '## Keyed API',
    '',
    '- [OpenAPI 3.1](/api/open/openapi.json)',
    '- [OpenAPI 3.0.3](/api/open/openapi-3.0.json)',
    ...operations,
    '',
    '## Snapshots and history, without a key',
    '',
    '- [OpenAPI 3.1](/api/public/openapi.json)',
    ...open,
    '',
    ...guides,
  ].join('\n')
}

function linesOf(
  table: Readonly<Record<string, Pick<OperationSpec, 'forms'> & { readonly summary: string }>>,
  page: string,
  prefix: string,
): readonly string[] {
  return Object.entries(table).map(
    ([id, { summary, forms }]) =>
      `- [${id}](${page}#${id}): ${summary} \`GET ${prefix}{region}${forms[0]}\``,
  )
}
