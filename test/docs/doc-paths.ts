import { ALL_GUIDES, TRANSLATED_GUIDES } from '../../src/site/docs/guides.ts'
import { groupSlug } from '../../src/site/docs/reference/reference.ts'
import {
  DEVELOPER_PAGES,
  KEYED_PAGES,
  PUBLIC_PAGES,
} from '../../src/site/docs/reference/references.ts'

/** The paths of the pages of operations and of their groups. */
export const REFERENCE_PATHS: readonly string[] = [
  KEYED_PAGES,
  PUBLIC_PAGES,
  DEVELOPER_PAGES,
].flatMap(({ path, groups, operationIds }) => [
  path,
  ...groups.map((name) => `${path}/${groupSlug(name)}`),
  ...Object.keys(operationIds).map((id) => `${path}/${id}`),
])

/** The paths of the start page and of all guides, in all languages. */
export const GUIDE_PATHS: readonly string[] = [
  '/docs',
  ...[...ALL_GUIDES, ...TRANSLATED_GUIDES].map(({ slug }) => `/docs/${slug}`),
]

/** The paths of all pages of the documentation, in all languages. */
export const DOC_PATHS: readonly string[] = [...GUIDE_PATHS, ...REFERENCE_PATHS]
