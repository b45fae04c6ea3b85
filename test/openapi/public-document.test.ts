import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node, OpenApiDocument } from '../../src/api/openapi/document.ts'
import { PUBLIC_FIELD_DESCRIPTIONS } from '../../src/history/openapi/public-message-descriptions.ts'
import { PUBLIC_OPERATIONS } from '../../src/history/api/public-operations.ts'
import { PUBLIC_PREFIX } from '../../src/history/api/public-prefix.ts'
import { createRouter } from '../../src/api/router.ts'
import { readProjectFile } from '../conventions/project-files.ts'

interface Operation extends Node {
  readonly operationId: string
  readonly description: string
  readonly security: readonly unknown[]
  readonly parameters: readonly { readonly description?: string }[]
  readonly responses: Readonly<Record<string, Node>>
}

const document = JSON.parse(readProjectFile('openapi-public.json')) as OpenApiDocument
const operations = Object.values(document.paths).map(({ get }) => get as Operation)
const { schemas } = document['components'] as Readonly<Record<string, Record<string, Node>>>

describe('the public OpenAPI document', () => {
  it('describes exactly the routes that are served under its prefix, both ways', () => {
    // The router keeps its routes; its types do not say so.
    const { routes } = createRouter(PUBLIC_PREFIX, PUBLIC_OPERATIONS) as unknown as {
      routes: { path: string }[]
    }
    const served = routes.map(({ path }) => path.replaceAll(/:([A-Za-z]+)/g, '{$1}'))
    assert.deepEqual(Object.keys(document.paths).sort(), served.sort())
  })

  it('keeps its operationIds: clients have made names of them', () => {
    const ids = new Set(operations.map(({ operationId }) => operationId))
    assert.equal(ids.size, operations.length)
    for (const id of OPERATION_IDS_FOR_EVER) assert.ok(ids.has(id), id)
  })

  it('asks for no key anywhere, and says of every operation what can become of it', () => {
    for (const { operationId, security, responses, description, parameters } of operations) {
      assert.deepEqual(security, [], operationId)
      const statuses = ['200', '304', '400', '404', '405', '429', '503']
      assert.deepEqual(Object.keys(responses), statuses, operationId)
      assert.ok(description.length > 60, operationId)
      for (const { description: words = '' } of parameters.slice(1)) assert.ok(words.length > 20)
    }
    assert.doesNotMatch(JSON.stringify(document), /developerKey|Bearer|charged/)
  })

  it('tells a board that is not watched from what does not exist, and names what is watched', () => {
    const problem = schemas?.['NotFoundProblem']?.['properties'] as Record<string, Node>
    assert.deepEqual(problem['code']?.['enum'], ['not_found', 'not_watched'])
    assert.ok(problem['watched'] !== undefined)
  })

  it('has no open object, and a description of every message', () => {
    for (const [name, schema] of Object.entries(schemas ?? {})) {
      assert.equal(schema['additionalProperties'], false, name)
      assert.ok(typeof schema['description'] === 'string', name)
    }
    for (const name of Object.keys(PUBLIC_FIELD_DESCRIPTIONS)) {
      const [message = '', field = ''] = name.split('.')
      const properties = schemas?.[message]?.['properties'] as Record<string, Node> | undefined
      assert.ok(properties?.[field]?.['description'] !== undefined, name)
    }
  })
})

const OPERATION_IDS_FOR_EVER = [
  'listEvents',
  'getCurrentEvents',
  'getEvent',
  'getCutoffs',
  'getCutoffsAt',
  'getEventHistory',
  'getEventSpeed',
  'compareRuns',
  'getPredictions',
  'getPredictionHistory',
  'getMusicBoard',
  'getMusicBoardAt',
  'getMusicHistory',
  'getChallengeBoard',
  'getChallengeBoardAt',
  'getChallengeHistory',
  'listWatches',
]
