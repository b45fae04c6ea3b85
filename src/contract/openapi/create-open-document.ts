import { SCOPES } from '../../domain/scope.ts'
import { ENVELOPES } from '../messages.ts'
import { OPERATION_IDS, OPERATIONS } from '../operations.ts'
import {
  describeForms,
  KEY_SCHEME,
  regionParameter,
  type DescribeSettings,
} from './describe-form.ts'
import type { Node, OpenApiDocument, OpenApiVersion } from './document.ts'
import { headerComponents } from './headers-node.ts'
import { messageComponents } from './message-components.ts'
import { FIELD_WORDS, MESSAGE_WORDS } from './message-words.ts'
import { KEY_WORDS, OPEN_INTRODUCTION, SCOPE_WORDS } from './open-document-words.ts'
import { TAGS } from './operation-words.ts'
import { refusalName, refusalResponse, refusalSchemas, refusalStatuses } from './refusals.ts'

/** The version of the interface's description. */
const DESCRIPTION_VERSION = '0.1.0'

/** Makes the document of the keyed interface from the operation table. */
export function createOpenDocument(settings: DescribeSettings): OpenApiDocument {
  const { facts, version, examples } = settings
  const statuses = refusalStatuses(facts)
  const answers = (['json', 'png', ...statuses] as const).map(facts.headersOf)
  return {
    openapi: version,
    info: documentInfo(version, 'Backline: open data of a live game', OPEN_INTRODUCTION),
    servers: [{ url: '/', description: 'The origin that this document comes from.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(OPERATION_IDS.flatMap((id) => describeForms(id, settings))),
    components: {
      securitySchemes: { [KEY_SCHEME]: keyScheme() },
      parameters: { region: regionParameter() },
      headers: headerComponents(facts, answers),
      responses: Object.fromEntries(
        // What a 404 means is said by each operation.
        statuses
          .filter((status) => status !== 404)
          .map((status) => [refusalName(facts, status), refusalResponse(facts, status)]),
      ) as Node,
      schemas: {
        ...messageComponents(Object.values(ENVELOPES), {
          messages: MESSAGE_WORDS,
          fields: FIELD_WORDS,
        }),
        ...refusalSchemas(facts),
      },
      examples: Object.fromEntries(
        OPERATION_IDS.filter((id) => examples[id].answer !== undefined).map((id) => [
          id,
          {
            summary: `A real answer of the demo: ${OPERATIONS[id].summary}`,
            value: examples[id].answer,
          },
        ]),
      ) as Node,
    },
  }
}

/** What a document says of itself. */
export function documentInfo(version: OpenApiVersion, title: string, description: string): Node {
  return {
    title,
    version: DESCRIPTION_VERSION,
    ...(version !== '3.0.3' && { summary: 'Experimental.' }),
    description,
    license:
      version === '3.0.3'
        ? { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' }
        : { name: 'MIT', identifier: 'MIT' },
    'x-stability': 'experimental',
  }
}

/** The security scheme of every operation. */
export function keyScheme(): Node {
  const scopes = SCOPES.map((scope) => `- \`${scope}\`: ${SCOPE_WORDS[scope]}`)
  return {
    type: 'http',
    scheme: 'bearer',
    description: `${KEY_WORDS}\n\n${scopes.join('\n')}`,
  }
}
