import { KEYED_PREFIX } from '../../game/api-prefix.ts'
import { OPERATIONS } from '../../game/operations.ts'
import { PUBLIC_PREFIX } from '../../history/api/public-prefix.ts'
import { PUBLIC_OPERATIONS } from '../../history/api/public-operations.ts'
import type { ApiDocument } from '../api-document.ts'
import { html } from '../html.ts'
import type { ReferenceSource } from './render-reference.ts'

/** Returns the reference of the keyed API. */
export function keyedReference(document: ApiDocument): ReferenceSource {
  return {
    path: '/docs/reference',
    title: 'Reference',
    description:
      'Every operation of the API, with its parameters, responses, and a form to try it.',
    prefix: KEYED_PREFIX,
    operations: OPERATIONS,
    document,
    introduction: html`<p>
        15 operations under 31 paths, all of them <code>GET</code>. Every path stands behind
        <code>${KEYED_PREFIX}{region}</code>, and every request needs a key. As data:
        <a href="/api/open/openapi.json">OpenAPI 3.1</a>,
        <a href="/api/open/openapi-3.0.json">OpenAPI 3.0.3</a>.
      </p>
      <p>
        Snapshots and history, which need no key, have
        <a href="/docs/public-reference">a reference of their own</a>.
      </p> `,
    isKeyed: true,
  }
}

/** Returns the reference of the public API. */
export function publicReference(document: ApiDocument): ReferenceSource {
  const count = Object.keys(PUBLIC_OPERATIONS).length
  return {
    path: '/docs/public-reference',
    title: 'Public reference',
    description: 'Snapshots and history without a key: every operation, with a form to try it.',
    prefix: PUBLIC_PREFIX,
    operations: PUBLIC_OPERATIONS,
    document,
    introduction: html`<p>
      ${String(count)} operations, all of them <code>GET</code> and open to everybody: no request
      needs a key. Every path stands behind <code>${PUBLIC_PREFIX}{region}</code>. As data:
      <a href="/api/public/openapi.json">OpenAPI 3.1</a>.
    </p> `,
    isKeyed: false,
  }
}
