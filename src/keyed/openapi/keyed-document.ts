import { SCOPES } from '../../game/scope.ts'
import { ENVELOPES } from '../../game/envelopes.ts'
import { OPERATION_IDS, OPERATIONS } from '../../game/operations.ts'
import {
  describeForms,
  KEY_SCHEME,
  regionParameter,
  type DescribeOptions,
} from './describe-form.ts'
import type { Node, OpenApiDocument, OpenApiVersion } from '../../api/openapi/document.ts'
import { headerComponents } from '../../api/openapi/header-components.ts'
import { messageComponents } from '../../api/openapi/message-components.ts'
import { FIELD_DESCRIPTIONS } from '../../game/openapi/field-descriptions.ts'
import { KEY_DESCRIPTION, OPEN_INTRODUCTION, SCOPE_DESCRIPTIONS } from './document-descriptions.ts'
import { TAGS } from './operation-descriptions.ts'
import {
  rejectionName,
  rejectionResponse,
  rejectionSchemas,
  rejectionStatuses,
} from '../../api/openapi/rejections.ts'

/** The version of the interface's description. */
const DESCRIPTION_VERSION = '0.1.0'

/** Creates the document of the keyed interface from the operation table. */
export function createOpenDocument(settings: DescribeOptions): OpenApiDocument {
  const { facts, version, examples } = settings
  const statuses = rejectionStatuses(facts)
  const answers = (['json', 'png', ...statuses] as const).map(facts.headersOf)
  return {
    openapi: version,
    info: documentInfo(version, 'Backline: open data of a live game', OPEN_INTRODUCTION),
    servers: [{ url: '/', description: 'The origin of this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(OPERATION_IDS.flatMap((id) => describeForms(id, settings))),
    components: {
      securitySchemes: { [KEY_SCHEME]: keyScheme() },
      parameters: { region: regionParameter() },
      headers: headerComponents(facts, answers),
      responses: Object.fromEntries(
        // Each operation describes its own 404.
        statuses
          .filter((status) => status !== 404)
          .map((status) => [rejectionName(facts, status), rejectionResponse(facts, status)]),
      ) as Node,
      schemas: {
        ...messageComponents(Object.values(ENVELOPES), FIELD_DESCRIPTIONS),
        ...rejectionSchemas(facts),
      },
      examples: Object.fromEntries(
        OPERATION_IDS.filter((id) => examples[id].answer !== undefined).map((id) => [
          id,
          {
            summary: `An actual answer of the demo: ${OPERATIONS[id].summary}`,
            value: examples[id].answer,
          },
        ]),
      ) as Node,
    },
  }
}

/** Returns the `info` object of a document. */
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

/** Returns the security scheme of every operation. */
export function keyScheme(): Node {
  const scopes = SCOPES.map((scope) => `- \`${scope}\`: ${SCOPE_DESCRIPTIONS[scope]}`)
  return {
    type: 'http',
    scheme: 'bearer',
    description: `${KEY_DESCRIPTION}\n\n${scopes.join('\n')}`,
  }
}
