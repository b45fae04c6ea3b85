import { KEYED_PREFIX } from '../../game/api-prefix.ts'
import { OPERATIONS } from '../../game/operations.ts'
import type { OperationSpec } from '../../api/operation.ts'
import { DEVELOPER_OPERATIONS } from '../../keyed/developer/developer-operations.ts'
import { DEVELOPER_PREFIX } from '../../keyed/developer/developer-prefix.ts'
import { PUBLIC_OPERATIONS } from '../../history/api/public-operations.ts'
import { PUBLIC_PREFIX } from '../../history/api/public-prefix.ts'
import { LANGUAGE_NAMES } from '../../platform/language.ts'
import { GUIDES, TRANSLATED_GUIDES } from './guides.ts'

/**
 * Returns `llms.txt`: a description of the server and its documents for language models. Links are
 * relative to the origin.
 */
export function writeLlmsText(): string {
  const operations = linesOf(OPERATIONS, '/docs/reference', `${KEYED_PREFIX}{region}`)
  const open = linesOf(PUBLIC_OPERATIONS, '/docs/public-reference', `${PUBLIC_PREFIX}{region}`)
  const limits = linesOf(DEVELOPER_OPERATIONS, '/docs/developer-reference', DEVELOPER_PREFIX)
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
    '## Your limits',
    '',
    '- [OpenAPI 3.1](/api/developer/openapi.json)',
    ...limits,
    '',
    ...guides,
    '## In other languages',
    '',
    ...TRANSLATED_GUIDES.map(
      ({ slug, name, language }) => `- [${name}, ${LANGUAGE_NAMES[language]}](/docs/${slug}.md)`,
    ),
    '',
  ].join('\n')
}

function linesOf(
  table: Readonly<Record<string, Pick<OperationSpec, 'forms'> & { readonly summary: string }>>,
  page: string,
  prefix: string,
): readonly string[] {
  return Object.entries(table).map(
    ([id, { summary, forms }]) =>
      `- [${id}](${page}/${id}.md): ${summary} \`GET ${prefix}${forms[0]}\``,
  )
}
