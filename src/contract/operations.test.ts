import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SCOPES } from '../domain/scope.ts'
import { ENVELOPES } from './messages.ts'
import { operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { required } from './parameter.ts'
import { int64 } from './kind.ts'

const entries = Object.entries(OPERATIONS)
const forms = entries.flatMap(([id, { forms: paths }]) =>
  paths.map((path: string) => ({ id, path })),
)

describe('the operation table', () => {
  it('declares the 15 operations and 31 forms of the spec, under its 7 scopes', () => {
    assert.equal(entries.length, 15)
    assert.equal(forms.length, 31)
    assert.deepEqual(new Set(entries.map(([, { scope }]) => scope)), new Set(SCOPES))
  })

  it('gives no path twice', () => {
    assert.equal(new Set(forms.map(({ path }) => path)).size, forms.length)
  })

  it('answers with every envelope, and with PNG', () => {
    const responses = new Set<string>(entries.map(([, { response }]) => response))
    assert.deepEqual(responses, new Set([...Object.keys(ENVELOPES), 'image/png']))
  })

  it('has an optional parameter nowhere but in a query', () => {
    for (const [id, { parameters, forms: paths }] of entries) {
      for (const name of Object.keys(parameters)) {
        const everywhere = paths.every((path: string) => path.includes(`{${name}}`))
        const { optional } = (parameters as Record<string, { optional: boolean }>)[name] ?? {}
        assert.ok(!(everywhere && optional === true), `${id} ${name}`)
      }
    }
  })

  it('lets two forms overlap only where a static word can be no value of the other', () => {
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
    // circles/search/{name} has no rival, so a name may be any word.
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
    // @ts-expect-error -- nobody may ask for it, or everybody
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
