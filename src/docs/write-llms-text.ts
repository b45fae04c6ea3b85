import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import { OPERATIONS } from '../contract/operations.ts'
import type { OperationDeclaration } from '../contract/operation.ts'
import { GUIDES } from './guides.ts'

/** Writes `llms.txt`: what this is and where it is described, for programs that read. Links are relative to the origin. */
export function writeLlmsText(): string {
  const operations = Object.entries<OperationDeclaration>(OPERATIONS).map(
    ([id, { summary, forms }]) =>
      `- [${id}](/docs/reference#${id}): ${summary} \`GET ${OPEN_PREFIX}{region}${forms[0]}\``,
  )
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
    '> profiles, announcements. Every request is a GET with `Authorization: Bearer <key>`.',
    '',
    'Int64 values are strings. Fields that hold their default are left out. A rank that nobody holds is absent, never',
    'zero. Limits are in the `RateLimit` headers; after 429 and 503 wait `Retry-After` seconds.',
    '',
    '## Interface',
    '',
    '- [OpenAPI 3.1](/api/open/openapi.json)',
    '- [OpenAPI 3.0.3](/api/open/openapi-3.0.json)',
    ...operations,
    '',
    ...guides,
  ].join('\n')
}
