import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApiDocuments } from '../../scripts/openapi-documents.ts'
import type { Node, OpenApiDocument } from '../../src/api/openapi/document.ts'
import { FIELD_DESCRIPTIONS } from '../../src/game/openapi/field-descriptions.ts'
import { SCOPES } from '../../src/game/scope.ts'
import { ERROR_CODES } from '../../src/platform/http/errors/service-error.ts'
import { createRouter } from '../../src/api/router.ts'
import { OPERATIONS } from '../../src/game/operations.ts'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import { QUOTA_PATH } from '../../src/keyed/developer/quota-endpoint.ts'
import { SHARES_PATH } from '../../src/keyed/developer/shares-endpoint.ts'
import { readProjectFile } from '../conventions/project-files.ts'

interface Operation extends Node {
  readonly operationId: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly name?: string; readonly description?: string }[]
  readonly responses: Readonly<Record<string, Node>>
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

const read = (file: string) => JSON.parse(readProjectFile(file)) as OpenApiDocument
const open = read('openapi.json')
const older = read('openapi-3.0.json')
const developer = read('openapi-developer.json')
const operations = operationsOf(open)

function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.values(paths).map(({ get }) => get as Operation)
}

/** Part of a document, by the names that lead there. */
function at(document: unknown, ...names: string[]): Readonly<Record<string, Node>> {
  return names.reduce<unknown>((node, name) => (node as Node)[name], document) as Record<
    string,
    Node
  >
}

describe('the OpenAPI documents', () => {
  it('are what the code makes', async () => {
    for (const [file, document] of Object.entries(await openApiDocuments())) {
      assert.deepEqual(read(file), JSON.parse(JSON.stringify(document)), file)
    }
  })

  it('describe exactly the routes that are served under /api/open/, both ways', () => {
    // The router keeps its routes; its types do not say so.
    const { routes } = createRouter(KEYED_PREFIX, OPERATIONS) as unknown as {
      routes: { method: string; path: string }[]
    }
    const served = routes.map(
      ({ method, path }) => `${method} ${path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`,
    )
    const documented = Object.entries(open.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    assert.equal(served.length, OPERATION_IDS_FOR_EVER.length)
    assert.deepEqual(documented.sort(), served.sort())
    assert.deepEqual(Object.keys(older.paths), Object.keys(open.paths))
    assert.deepEqual(Object.keys(developer.paths), [QUOTA_PATH, SHARES_PATH])
  })

  it('keep their operationIds: clients have made names of them', () => {
    assert.deepEqual(
      operations.map(({ operationId }) => operationId),
      OPERATION_IDS_FOR_EVER,
    )
    assert.deepEqual(
      operationsOf(developer).map(({ operationId }) => operationId),
      ['getQuota', 'getQuotaShare'],
    )
  })

  it('say the same in both versions, but for the scopes that 3.0.3 cannot name', () => {
    const plain = (document: OpenApiDocument) =>
      JSON.parse(
        JSON.stringify({ ...document, openapi: '', info: '' }).replaceAll(
          /("developerKey":\[)"[^"]*"\]/g,
          '$1]',
        ),
      ) as unknown
    assert.equal(older.openapi, '3.0.3')
    assert.deepEqual(plain(older), plain(open))
    assert.doesNotMatch(JSON.stringify(open), /"(?:nullable|const|type":\[|patternProperties)/)
  })

  it('name for every operation its one scope', () => {
    const scopes = operations.map(({ security }) => security[0]?.['developerKey'] ?? [])
    assert.ok(scopes.every(({ length }) => length === 1))
    assert.deepEqual(new Set(scopes.flat()), new Set(SCOPES))
    operations.forEach((operation, index) => {
      assert.equal(operation['x-required-scope'], scopes[index]?.[0])
      assert.ok(operation.description.includes(`\`${scopes[index]?.[0]}\``))
    })
  })

  it('name every status for every operation, and every code of errors under one of them', () => {
    const statuses = [200, 400, 401, 403, 404, 405, 429, 502, 503, 504].map(String)
    for (const { responses } of operations) assert.deepEqual(Object.keys(responses), statuses)
    const schemas = Object.values(at(open, 'components', 'schemas'))
    const codes = schemas.flatMap((schema) => {
      const { code } = (schema['properties'] ?? {}) as { code?: { enum: string[] } }
      return code?.enum ?? []
    })
    // Only the public interface knows what is watched.
    const expected = ERROR_CODES.filter((code) => code !== 'not_watched')
    assert.deepEqual(codes.sort(), expected.sort())
  })

  it('have no open object, and a description of every message, parameter and operation', () => {
    const components = at(open, 'components', 'schemas')
    for (const [name, schema] of Object.entries(components)) {
      assert.equal(schema['additionalProperties'], false, name)
      assert.ok(typeof schema['description'] === 'string', name)
    }
    for (const name of Object.keys(FIELD_DESCRIPTIONS)) {
      const dot = name.lastIndexOf('.')
      const properties = at(components, name.slice(0, dot), 'properties')
      assert.ok(properties[name.slice(dot + 1)]?.['description'] !== undefined, name)
    }
    for (const { operationId, description, parameters } of operations) {
      assert.ok(description.length > 60, operationId)
      for (const { name, description: words = '' } of parameters.slice(1))
        assert.ok(words.length > 10, `${operationId} ${name}`)
    }
  })

  it('begin with what is most often misunderstood', () => {
    const ranking = operations.find(({ operationId }) => operationId === 'getEventRanking')
    assert.match(
      ranking?.description ?? '',
      /^`ranks` lists every requested rank, first and last included, in any order: `1,100` is two ranks, not an interval\./,
    )
  })
})

const OPERATION_IDS_FOR_EVER = [
  'getAnnouncement',
  'getAnnouncementByPath',
  'listAnnouncements',
  'listAnnouncementsByPath',
  'getArenaRanking',
  'getArenaRankingByPath',
  'getArenaRankingByPathWithBandId',
  'getArenaDeckTrend',
  'getArenaDeckTrendByPath',
  'getCircle',
  'getCircleByPath',
  'searchCircles',
  'searchCirclesByPath',
  'getEventRanking',
  'getEventRankingByPath',
  'getChallengeRanking',
  'getChallengeRankingByPath',
  'getEventDeck',
  'getEventDeckByPath',
  'getMusicRanking',
  'getMusicRankingByPath',
  'getGachaRates',
  'getGachaRatesByPath',
  'getGachaRatesByPathWithSelectedPickUp',
  'getProfile',
  'getProfileByPath',
  'getPlayers',
  'getPlayersByPath',
  'getFavorites',
  'getFavoritesByPath',
  'getProfileCard',
]
