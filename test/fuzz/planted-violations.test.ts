import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Answer } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { FuzzRequest } from './draft.ts'
import { fetchDocument } from './fetch-document.ts'
import { startFuzzTarget, type FuzzTarget } from './fuzz-target.ts'
import type { ComplaintKind } from './check-answer.ts'
import type { Document } from './read-document.ts'
import { runFuzz } from './run-fuzz.ts'

// Checks that the fuzzer detects planted violations: documents that differ from the service, and
// answers that differ from the document.
const folder = temporaryFolder()
let target: FuzzTarget
let correct: Document

before(async () => {
  target = await startFuzzTarget(folder)
  correct = await fetchDocument(target.origin, '/api/open/openapi.json')
})
after(() => target.stop())

/** A part of a document, as an untyped tree, so that anything in it can be changed. */
interface Part {
  [name: string]: Part
}

/** One planted violation: the operation to fuzz, the expected complaint, and the change. */
interface Violation {
  readonly operation: string
  readonly complaint: ComplaintKind
  readonly document?: (document: Part, operation: Part) => void
  readonly tamper?: (answer: Answer, request: FuzzRequest) => Answer
}

async function complaintsOf({ operation, document: change, tamper }: Violation): Promise<string> {
  const document = structuredClone(correct) as unknown as Part
  const items = Object.values(document['paths'] ?? {}) as unknown as {
    get: Part & { operationId: string }
  }[]
  const item = items.find(({ get }) => get.operationId === operation)
  assert.ok(item !== undefined, operation)
  change?.(document, item.get)
  const { findings } = await runFuzz({
    origin: target.origin,
    document,
    keys: target.keys,
    requests: 1_500,
    seed: 1,
    only: [operation],
    ...(tamper !== undefined && { tamper }),
  })
  return findings.join('\n')
}

function parameter(operation: Part, name: string): Part {
  const all = operation['parameters'] as unknown as (Part & { name: unknown })[]
  const found = all.find((one) => one.name === name)
  assert.ok(found !== undefined, name)
  return found
}

function schema(document: Part, name: string): Part {
  return document['components']?.['schemas']?.[name]?.['properties'] ?? {}
}

/** Sets a value that the document's types would not allow; `undefined` deletes it. */
function set(part: Part | undefined, name: string, value: unknown): void {
  assert.ok(part !== undefined)
  if (value === undefined) Reflect.deleteProperty(part, name)
  else Reflect.set(part, name, value)
}

function bound(name: string, key: string, value: unknown): NonNullable<Violation['document']> {
  return (_, operation) => {
    const { schema: declared } = parameter(operation, name)
    const isOfItem = key === 'minimum' || key === 'maximum'
    set(isOfItem ? (declared?.['items'] ?? declared) : declared, key, value)
  }
}

const DOCUMENT_VIOLATIONS: Readonly<Record<string, Violation>> = {
  'a status that is missing': {
    operation: 'getAnnouncement',
    complaint: 'an undocumented status',
    document: (_, operation) => set(operation['responses'], '404', undefined),
  },
  'a field that is missing': {
    operation: 'getProfile',
    complaint: 'a body that does not fit',
    document: (document) => set(schema(document, 'PlayerSimpleProfile'), 'name', undefined),
  },
  'a field of another type': {
    operation: 'getFavorites',
    complaint: 'a body that does not fit',
    document: (document) =>
      set(schema(document, 'player.GetPlayerFavoriteStatusResponse'), 'totalFavorite', {
        type: 'integer',
      }),
  },
  'an error code that is missing': {
    operation: 'getCircle',
    complaint: 'a body that does not fit',
    document: (document) => set(schema(document, 'NotFoundProblem')['code'], 'enum', ['gone']),
  },
  'a longer list': {
    operation: 'getEventRanking',
    complaint: 'refused though valid',
    document: bound('ranks', 'maxItems', 101),
  },
  'a shorter list': {
    operation: 'getEventRankingByPath',
    complaint: 'not refused as documented',
    document: bound('ranks', 'maxItems', 99),
  },
  'a rank of zero': {
    operation: 'getEventRankingByPath',
    complaint: 'refused though valid',
    document: bound('ranks', 'minimum', 0),
  },
  'a maximum rank that is too small': {
    operation: 'getEventRanking',
    complaint: 'not refused as documented',
    document: bound('ranks', 'maximum', 2 ** 31 - 2),
  },
  'a longer text': {
    operation: 'searchCirclesByPath',
    complaint: 'refused though valid',
    document: bound('name', 'maxLength', 257),
  },
  'a shorter text': {
    operation: 'searchCircles',
    complaint: 'not refused as documented',
    document: bound('options.name', 'maxLength', 255),
  },
  'integers of any size': {
    operation: 'getMusicRanking',
    complaint: 'refused though valid',
    document: bound('musicId', 'format', undefined),
  },
  'a wider window': {
    operation: 'getArenaRanking',
    complaint: 'refused though valid',
    document: (_, operation) => set(operation['x-rank-window'], 'maxRanks', 10_001),
  },
  'a narrower window': {
    operation: 'getArenaRankingByPath',
    complaint: 'not refused as documented',
    document: (_, operation) => set(operation['x-rank-window'], 'maxRanks', 9_999),
  },
  'an unknown value of an enum': {
    operation: 'listAnnouncements',
    complaint: 'refused though valid',
    document: (_, operation) => {
      const any = parameter(operation, 'selectedTab')['schema'] as unknown as { anyOf: Part[] }
      set(any.anyOf[0], 'enum', ['ALL', 'NEWS'])
    },
  },
  'an optional parameter that is required': {
    operation: 'getCircle',
    complaint: 'refused though valid',
    document: (_, operation) => set(parameter(operation, 'circleId'), 'required', false),
  },
  'a parameter that does not exist': {
    operation: 'getProfile',
    complaint: 'refused though valid',
    document: (_, operation) => {
      const parameters = operation['parameters'] as unknown as object[]
      parameters.push({
        name: 'verbose',
        in: 'query',
        schema: { type: 'string' },
        example: 'yes',
      })
    },
  },
  'an undocumented header': {
    operation: 'getCircle',
    complaint: 'an undocumented header',
    document: (_, operation) => set(operation['responses']?.['200']?.['headers'], 'Age', undefined),
  },
  'a header that is never sent': {
    operation: 'getCircle',
    complaint: 'a header that is missing',
    document: (_, operation) =>
      set(operation['responses']?.['200']?.['headers'], 'X-Cost', {
        required: true,
        schema: { type: 'integer' },
      }),
  },
  'a header with another schema': {
    operation: 'getCircle',
    complaint: 'a header that does not fit',
    document: (document) =>
      set(document['components']?.['headers']?.['Cache-Control'], 'schema', { enum: ['private'] }),
  },
  'another content type': {
    operation: 'getProfileCard',
    complaint: 'an undocumented content type',
    document: (_, operation) =>
      set(operation['responses']?.['200'], 'content', { 'image/webp': {} }),
  },
  'another scope': {
    operation: 'getEventDeck',
    complaint: 'not refused as documented',
    document: (_, operation) => set(operation, 'x-required-scope', 'game:rankings'),
  },
  'a path that is not served': {
    operation: 'getCircle',
    complaint: 'not refused as documented',
    document: (document) => {
      const paths = document['paths'] ?? {}
      const path = Object.keys(paths).find((one) => one.endsWith('/circle')) ?? ''
      set(paths, path.replace('/circle', '/club'), paths[path])
      set(paths, path, undefined)
    },
  },
}

const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
})
const withBody = (answer: Answer, change: (body: string) => string): Answer =>
  answer.headers['content-type'] === 'application/json' &&
  answer.headers['content-encoding'] === undefined
    ? { ...answer, body: Buffer.from(change(answer.body.toString())) }
    : answer

const ANSWER_VIOLATIONS: Readonly<Record<string, Violation>> = {
  'a fault': {
    operation: 'getProfile',
    complaint: 'a fault of the server',
    tamper: (answer) => (answer.status === 200 ? { ...answer, status: 503 } : answer),
  },
  'an extra field': {
    operation: 'getProfile',
    complaint: 'a body that does not fit',
    tamper: (answer) => withBody(answer, (body) => body.replace('{', '{"debug":true,')),
  },
  'a number where a string belongs': {
    operation: 'getFavorites',
    complaint: 'a body that does not fit',
    tamper: (answer) => withBody(answer, (body) => body.replaceAll(/:"(\d+)"/g, ':$1')),
  },
  'half a body': {
    operation: 'getProfile',
    complaint: 'a body that does not fit',
    tamper: (answer) => withBody(answer, (body) => body.slice(0, -2)),
  },
  'a header of its own': {
    operation: 'getCircle',
    complaint: 'an undocumented header',
    tamper: (answer) => withHeaders(answer, { 'x-powered-by': 'something' }),
  },
  'a page in place of an error': {
    operation: 'getCircle',
    complaint: 'an undocumented content type',
    tamper: (answer) =>
      answer.status === 404 ? withHeaders(answer, { 'content-type': 'text/html' }) : answer,
  },
  'an answer without a key': {
    operation: 'getCircle',
    complaint: 'not refused as documented',
    tamper: (answer) => (answer.status === 401 ? { ...answer, status: 404 } : answer),
  },
  'another status': {
    operation: 'getCircle',
    complaint: 'an undocumented status',
    tamper: (answer) => (answer.status === 400 ? { ...answer, status: 422 } : answer),
  },
}

for (const [where, violations] of Object.entries({
  'a wrong document': DOCUMENT_VIOLATIONS,
  'a wrong answer': ANSWER_VIOLATIONS,
})) {
  describe(`${where} is detected`, () => {
    for (const [name, violation] of Object.entries(violations)) {
      it(name, async () => {
        const findings = await complaintsOf(violation)
        assert.ok(
          findings.includes(`${violation.complaint}:`),
          findings === '' ? 'nothing was found' : findings,
        )
        assert.match(findings, /repeat with seed/)
      })
    }
  })
}
