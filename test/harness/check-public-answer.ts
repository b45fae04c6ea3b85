import assert from 'node:assert/strict'
import { PROBLEMS } from '../../src/platform/http/errors/problem.ts'
import type { Answer } from './send.ts'

/** Headers of every response of the public interface. */
const ALWAYS = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'connection',
  'date',
  'x-content-type-options',
]
const BODY = ['content-length', 'content-type']
const LIMITS = ['ratelimit', 'ratelimit-policy']
const BY_STATUS: Readonly<Record<number, readonly string[]>> = {
  200: [...BODY, 'ratelimit-policy', 'etag', 'vary'],
  304: ['ratelimit-policy', 'etag', 'vary'],
  405: [...BODY, 'allow'],
  429: [...BODY, ...LIMITS, 'retry-after'],
  503: [...BODY, 'retry-after'],
}

/** Headers of some responses; no others may appear. */
const SOMETIMES = ['keep-alive', 'x-fetched-at', 'content-encoding']
/** Headers about one client, which publicly cacheable responses must not have. */
const OF_ONE = ['x-request-id', 'ratelimit']

/** Checks the properties of every non-streaming response of the public interface. */
export function checkPublicAnswer(answer: Answer): Answer {
  const { status, headers } = answer
  const required = [...ALWAYS, ...(BY_STATUS[status] ?? BODY)]
  for (const name of required) assert.ok(headers[name] !== undefined, `${name} on a ${status}`)
  const allowed = new Set([
    ...required,
    ...SOMETIMES,
    ...(status < 400 ? [] : [...OF_ONE, ...LIMITS]),
  ])
  assert.deepEqual(
    Object.keys(headers).filter((name) => !allowed.has(name)),
    [],
    'undeclared headers',
  )
  assert.equal(headers['access-control-allow-origin'], '*')
  if (status < 400) {
    assert.match(headers['cache-control'] ?? '', /^public, max-age=[1-9][0-9]*$/)
    if (status === 304) assert.equal(answer.body.length, 0)
    else assert.equal(headers['content-type'], 'application/json')
    const fetchedAt = Number(headers['x-fetched-at'] ?? 0)
    assert.ok(fetchedAt <= Date.parse(headers['date'] ?? ''), 'fetched after the Date')
  } else {
    assert.match(headers['x-request-id'] ?? '', /^[0-9a-f]{24}$/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['content-type'], 'application/problem+json')
  }
  return answer
}

/** Checks that a response is the rejection `code`, and returns the parameters it names. */
export function checkPublicRefusal(answer: Answer, code: keyof typeof PROBLEMS): string[] {
  checkPublicAnswer(answer)
  const problem = answer.json as {
    code?: string
    requestId?: string
    errors?: { parameter: string }[]
  }
  assert.equal(problem.code, code, JSON.stringify(problem))
  assert.equal(answer.status, PROBLEMS[code].status)
  assert.equal(problem.requestId, answer.headers['x-request-id'])
  return (problem.errors ?? []).map(({ parameter }) => parameter)
}
