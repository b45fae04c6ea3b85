import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SCOPES } from './scope.ts'
import { ENVELOPES } from './envelopes.ts'
import { operation } from './game-operation.ts'
import { OPERATIONS } from './operations.ts'
import { required } from '../api/parameter.ts'
import { int64 } from '../api/parameter-kind.ts'

const entries = Object.entries(OPERATIONS)
const forms = entries.flatMap(([id, { forms: paths }]) =>
  paths.map((path: string) => ({ id, path })),
)

describe('the operation table', () => {
  it('uses every scope', () => {
    assert.deepEqual(new Set(entries.map(([, { scope }]) => scope)), new Set(SCOPES))
  })

  it('has no duplicate path', () => {
    assert.equal(new Set(forms.map(({ path }) => path)).size, forms.length)
  })

  it('uses every envelope, and PNG', () => {
    const responses = new Set<string>(entries.map(([, { response }]) => response))
    assert.deepEqual(responses, new Set([...Object.keys(ENVELOPES), 'image/png']))
  })

  it('has optional parameters only in queries', () => {
    for (const [id, { parameters, forms: paths }] of entries) {
      for (const name of Object.keys(parameters)) {
        const everywhere = paths.every((path: string) => path.includes(`{${name}}`))
        const { optional } = (parameters as Record<string, { optional: boolean }>)[name] ?? {}
        assert.ok(!(everywhere && optional === true), `${id} ${name}`)
      }
    }
  })

  it('has overlapping forms only where a static segment is not a valid value of the other', () => {
    const overlaps = forms.flatMap((one, index) =>
      forms
        .slice(index + 1)
        .filter((other) => overlap(one.path, other.path))
        .map((other) => [one, other]),
    )
    for (const [one, other] of overlaps) {
      const words = [one?.path ?? '', other?.path ?? ''].map((path) => path.split('/'))
      const [left = [], right = []] = words
      const decided = left.some(
        (word, at) => isWord(word) && !isWord(right[at]) && /[a-z]/.test(word),
      )
      const decidedOther = right.some((word, at) => isWord(word) && !isWord(left[at]))
      assert.ok(decided || decidedOther, `${one?.path} and ${other?.path}`)
    }
    // circles/search/{name} overlaps with no other form, so a name may be any word.
    assert.ok(
      overlaps.every(
        ([one, other]) => ![one?.path, other?.path].includes('/circles/search/{name}'),
      ),
    )
  })

  it('does not compile with a misspelt name in a path, or without a scope', () => {
    const parameters = { circleId: required(int64) }
    const rest = { summary: '', parameters, response: 'circle.GetCircleResponse' } as const
    // @ts-expect-error -- the path names a parameter that is not declared
    operation({ ...rest, scope: 'game:circles', forms: ['/circle/{circelId}'] })
    // @ts-expect-error -- the scope is missing
    operation({ ...rest, forms: ['/circle/{circleId}'] })
    operation({ ...rest, scope: 'game:circles', forms: ['/circle/{circleId}'] })
  })
})

function isWord(segment: string | undefined): boolean {
  return segment !== undefined && !segment.startsWith('{')
}

function overlap(one: string, other: string): boolean {
  const [left, right] = [one.split('/'), other.split('/')]
  return (
    left.length === right.length &&
    left.every((word, at) => !isWord(word) || !isWord(right[at]) || word === right[at])
  )
}
