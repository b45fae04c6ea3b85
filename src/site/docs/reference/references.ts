import { KEYED_PREFIX } from '../../../game/api-prefix.ts'
import { OPERATIONS } from '../../../game/operations.ts'
import { PUBLIC_OPERATIONS } from '../../../history/api/public-operations.ts'
import { PUBLIC_PREFIX } from '../../../history/api/public-prefix.ts'
import {
  PUBLIC_OPERATION_DESCRIPTIONS,
  PUBLIC_TAGS,
} from '../../../history/openapi/public-operation-descriptions.ts'
import { DEVELOPER_OPERATIONS } from '../../../keyed/developer/developer-operations.ts'
import { DEVELOPER_PREFIX } from '../../../keyed/developer/developer-prefix.ts'
import { OPERATION_DESCRIPTIONS, TAGS } from '../../../keyed/openapi/operation-descriptions.ts'
import type { ApiDocument } from '../../api-document.ts'
import type { Reference } from './reference.ts'

/** What the pages of a reference are named by, which is known without its document. */
export interface ReferenceIndex {
  readonly path: string
  /** The names of the groups. */
  readonly groups: readonly string[]
  /** The operationId of the first form of each operation, by the id of the operation. */
  readonly operationIds: Readonly<Record<string, string>>
}

/** The pages of the reference of the keyed API. */
export const KEYED_PAGES: ReferenceIndex = {
  path: '/docs/reference',
  groups: Object.keys(TAGS),
  operationIds: namesOf(OPERATION_DESCRIPTIONS),
}

/** The pages of the reference of the public API. */
export const PUBLIC_PAGES: ReferenceIndex = {
  path: '/docs/public-reference',
  groups: Object.keys(PUBLIC_TAGS),
  operationIds: namesOf(PUBLIC_OPERATION_DESCRIPTIONS),
}

/** The pages of the reference of a developer's limits. */
export const DEVELOPER_PAGES: ReferenceIndex = {
  path: '/docs/developer-reference',
  groups: ['Quota'],
  operationIds: { 'developer.quota': 'getQuota', 'developer.quotaShare': 'getQuotaShare' },
}

/** Returns the reference of the keyed API. */
export function keyedReference(document: ApiDocument): Reference {
  return {
    path: KEYED_PAGES.path,
    title: 'Reference',
    description:
      'Every operation of the API, with its parameters, code, responses and errors, and a form to try it.',
    seeAlso:
      'Cutoffs and their history need no key and have [a reference of their own](/docs/public-reference); so have [your limits](/docs/developer-reference).',
    prefix: `${KEYED_PREFIX}{region}`,
    operations: OPERATIONS,
    document,
    documents: {
      'OpenAPI 3.1': '/api/open/openapi.json',
      'OpenAPI 3.0.3': '/api/open/openapi-3.0.json',
    },
    isKeyed: true,
  }
}

/** Returns the reference of the public API. */
export function publicReference(document: ApiDocument): Reference {
  return {
    path: PUBLIC_PAGES.path,
    title: 'Public reference',
    description: 'Snapshots and history without a key: every operation, with a form to try it.',
    seeAlso:
      'Rankings, profiles and more are in [the reference](/docs/reference) of the API with a key.',
    prefix: `${PUBLIC_PREFIX}{region}`,
    operations: PUBLIC_OPERATIONS,
    document,
    documents: { 'OpenAPI 3.1': '/api/public/openapi.json' },
    isKeyed: false,
  }
}

/** Returns the reference of a developer's limits. */
export function developerReference(document: ApiDocument): Reference {
  return {
    path: DEVELOPER_PAGES.path,
    title: 'Reference of your limits',
    description: 'Your limits, what remains of them, and their division among several processes.',
    seeAlso:
      'Rankings, profiles and more are in [the reference](/docs/reference) of the API that these limits apply to.',
    prefix: DEVELOPER_PREFIX,
    operations: DEVELOPER_OPERATIONS,
    document,
    documents: { 'OpenAPI 3.1': '/api/developer/openapi.json' },
    isKeyed: true,
  }
}

function namesOf(
  descriptions: Readonly<Record<string, { readonly name: string }>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(descriptions).map(([id, { name }]) => [id, name]))
}
