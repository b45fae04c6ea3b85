import { html, type Html } from '../layout/html.ts'
import type { DocumentVersion } from './document-versions.ts'

/** An interface with the version in its path, and its documents by format. */
interface ApiVersion {
  readonly name: string
  readonly version: string
  readonly reference: string
  readonly documents: Readonly<Record<string, string>>
}

/** The interfaces of this server. */
const API_VERSIONS: readonly ApiVersion[] = [
  {
    name: 'Keyed API',
    version: 'v1',
    reference: '/docs/reference',
    documents: {
      'OpenAPI 3.1': '/api/open/openapi.json',
      '3.0.3': '/api/open/openapi-3.0.json',
    },
  },
  {
    name: 'Public API',
    version: 'v1',
    reference: '/docs/public-reference',
    documents: { 'OpenAPI 3.1': '/api/public/openapi.json' },
  },
  {
    name: 'Your limits',
    version: 'v1',
    reference: '/docs/developer-reference',
    documents: { 'OpenAPI 3.1': '/api/developer/openapi.json' },
  },
]

/**
 * Renders the version of the documents, which opens a list: the versions with their changes, and
 * the interfaces with their reference and OpenAPI documents.
 */
export function renderVersions(versions: readonly DocumentVersion[]): Html {
  const running = versions.find(({ isCurrent }) => isCurrent)
  return html`<details class="versions">
    <summary>Version <b>${running?.name}</b></summary>
    <ul>
      ${versions.map(
        ({ name, href, isCurrent }) =>
          html`<li><a href="${href}">Changes in ${name} ${isCurrent && '(this server)'}</a></li> `,
      )}
      ${API_VERSIONS.map(
        ({ name, version, reference, documents }) =>
          html`<li>
            <a href="${reference}">${name} ${version}</a>
            <span
              >${Object.entries(documents).map(([format, address]) => html`<a href="${address}">${format}</a> `)}</span
            >
          </li> `,
      )}
      <li><a href="/docs/versions">About versions</a></li>
    </ul>
  </details>`
}
