import assert from 'node:assert/strict'
import { PROBLEMS } from '../../src/platform/http/errors/problem.ts'
import { UPSTREAM_KINDS } from '../../src/platform/http/errors/service-error.ts'
import type { Answer } from './send.ts'

/** Headers of every response. */
const ALWAYS = [
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'x-content-type-options',
  'x-request-id',
]

/** Headers of some responses; no others may appear. */
const SOMETIMES = ['keep-alive', 'ratelimit', 'ratelimit-policy']
const ONLY_SUCCESS = ['content-encoding', 'vary']
const SUCCESS = ['age', 'cache-status', 'x-fetched-at']
const BY_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  403: ['www-authenticate'],
  405: ['allow'],
  429: ['retry-after'],
  503: ['retry-after'],
}

/** Checks the properties of every response of the keyed interface. */
export function checkAnswer(answer: Answer): Answer {
  const { status, headers } = answer
  const required = [...ALWAYS, ...(status === 200 ? SUCCESS : []), ...(BY_STATUS[status] ?? [])]
  for (const name of required) assert.ok(headers[name] !== undefined, `${name} on a ${status}`)
  const allowed = new Set([...required, ...SOMETIMES, ...(status === 200 ? ONLY_SUCCESS : [])])
  const foreign = Object.keys(headers).filter((name) => !allowed.has(name))
  assert.deepEqual(foreign, [], 'undeclared headers')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['x-request-id'] ?? '', /^[0-9a-f]{24}$/)
  if (status === 200) checkFreshness(answer)
  else checkProblem(answer)
  return answer
}

/** Checks that a response is the rejection `code` in the common error format. */
export function checkRefusal(answer: Answer, code: keyof typeof PROBLEMS): Answer {
  checkAnswer(answer)
  const problem = answer.json as { code?: string; detail?: string } | undefined
  assert.equal(problem?.code, code, JSON.stringify(problem))
  assert.equal(answer.status, PROBLEMS[code].status)
  return answer
}

function checkFreshness({ headers }: Answer): void {
  const [fetchedAtMs, dateMs] = [Number(headers['x-fetched-at']), Date.parse(headers['date'] ?? '')]
  assert.ok(fetchedAtMs <= dateMs, 'data is never fetched after the Date of its answer')
  assert.match(headers['age'] ?? '', /^[0-9]+$/)
  assert.match(headers['content-type'] ?? '', /^(?:application\/json|image\/png)$/)
  const isJson = headers['content-type'] === 'application/json'
  assert.equal(headers['vary'], isJson ? 'Accept-Encoding' : undefined)
  assert.match(
    headers['cache-status'] ?? '',
    /^backline; (?:hit; ttl=[0-9]+|fwd=(?:miss|stale|bypass)(?:; stored; ttl=[0-9]+)?(?:; collapsed)?)$/,
  )
}

function checkProblem({ status, headers, json }: Answer): void {
  assert.equal(headers['content-type'], 'application/problem+json')
  const problem = json as Record<string, unknown>
  const { type, title, code, detail, requestId, errors, error, ...rest } = problem
  assert.equal(type, `/docs/errors#${String(code)}`)
  assert.ok(typeof title === 'string' && typeof detail === 'string' && detail.length > 10)
  assert.equal(requestId, headers['x-request-id'])
  assert.equal(rest['status'], status)
  assert.ok(errors === undefined || (status === 400 && Array.isArray(errors)))
  if (error !== undefined) {
    assert.ok([400, 502, 503, 504].includes(status), 'only these have an upstream cause')
    const { kind, ...more } = error as { kind?: string }
    assert.ok(UPSTREAM_KINDS.some((known) => known === kind) && Object.keys(more).length === 0)
  } else assert.ok(![502, 504].includes(status), 'its upstream cause is missing')
  const others = Object.keys(rest).filter((name) => name !== 'status')
  assert.deepEqual(others, status === 429 ? ['violated-policies'] : [])
}
