import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { compileNormalizer } from '../../src/upstream/normalize-message.ts'
import { ENVELOPES } from '../../src/game/envelopes.ts'
import { OPERATIONS } from '../../src/game/operations.ts'
import { REGIONS } from '../../src/game/region.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { checkAnswer, checkRefusal } from '../harness/check-answer.ts'
import { assertFits } from '../harness/assert-schema.ts'
import { malformedValues } from '../harness/malformed.ts'
import {
  FORMS,
  isInPath,
  parametersOf,
  targetOf,
  wireName,
  type Form,
} from '../harness/request-of.ts'
import { send, type Answer } from '../harness/send.ts'
import { escapeLetters } from '../fuzz/write-target.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// Every form of the table × every rejection. No operation is named here, so a new one is tested
// without a change.
const folder = temporaryFolder()
let test: TestService
let key: string

before(async () => {
  test = await startTestService({ folder })
  key = (await test.issueKey()).text
})
after(() => test.stop())

const ask = (target: string, method = 'GET', withKey: string | undefined = key): Promise<Answer> =>
  send(test.origin, target, { method, ...(withKey !== undefined && { key: withKey }) })

for (const form of FORMS) {
  describe(`${form.operation} as ${form.path}`, () => {
    const example = demoExample(form.operation, 'jp')
    const target = targetOf(form, 'jp', example)

    for (const region of REGIONS) {
      it(`answers in ${region} with a normalized message of its schema`, async () => {
        const answer = checkAnswer(
          await ask(targetOf(form, region, demoExample(form.operation, region))),
        )
        assert.equal(answer.status, 200, answer.body.toString())
        checkMessage(form, answer)
      })
    }

    for (const [name, parameter] of Object.entries(parametersOf(form.operation))) {
      const named = wireName(form, name)

      if (!isInPath(form, name)) {
        it(`${parameter.optional ? 'answers without' : 'requires'} ${named}`, async () => {
          const { [name]: _, ...rest } = example
          const answer = await ask(targetOf(form, 'jp', rest))
          const found =
            answer.status === 400 ? namesIn(checkRefusal(answer, 'invalid_request')) : []
          assert.deepEqual(found, parameter.optional ? [] : [named])
        })
      }

      if (!isInPath(form, name)) {
        it(`${parameter.optional ? 'ignores' : 'rejects'} an empty ${named}`, async () => {
          const { [name]: _, ...rest } = example
          const [empty, without] = await Promise.all([
            ask(targetOf(form, 'jp', { ...rest, [name]: '' })),
            ask(targetOf(form, 'jp', rest)),
          ])
          assert.deepEqual(
            [empty.status, without.status],
            Array(2).fill(parameter.optional ? 200 : 400),
          )
          if (parameter.optional) assert.deepEqual(empty.body, without.body)
          const twice = await ask(targetOf(form, 'jp', { ...rest, [name]: ['', ''] }))
          assert.deepEqual(namesIn(checkRefusal(twice, 'invalid_request')), [named])
        })
      }

      if (!isInPath(form, name) && parameter.kind.kind !== 'list') {
        it(`rejects a repeated ${named}`, async () => {
          const value = String(example[name])
          const twice = targetOf(form, 'jp', { ...example, [name]: [value, value] })
          assert.deepEqual(namesIn(checkRefusal(await ask(twice), 'invalid_request')), [named])
        })
      }

      for (const bad of malformedValues(parameter.kind)) {
        it(`rejects ${named} = ${JSON.stringify(bad).slice(0, 40)}`, async () => {
          const malformed = targetOf(form, 'jp', { ...example, [name]: bad })
          assert.deepEqual(namesIn(checkRefusal(await ask(malformed), 'invalid_request')), [named])
        })
      }

      if (isInPath(form, name)) {
        const names = [...new Set([name, parameter.queryName ?? name])]
        for (const again of names) {
          it(`rejects ${again} in the query, because it is in the path`, async () => {
            const doubled = targetOf(form, 'jp', example, `${again}=1`)
            assert.deepEqual(namesIn(checkRefusal(await ask(doubled), 'invalid_request')), [again])
          })
        }
      }
    }

    it('rejects an unknown parameter', async () => {
      const extra = checkRefusal(
        await ask(targetOf(form, 'jp', example, 'verbose=1')),
        'invalid_request',
      )
      assert.deepEqual(namesIn(extra), ['verbose'])
    })

    it('rejects a region that is not exactly one of the four', async () => {
      for (const region of ['cn', 'JP', 'jp%20', 'all']) {
        const answer = checkRefusal(await ask(targetOf(form, region, example)), 'invalid_request')
        assert.deepEqual(namesIn(answer), ['region'])
      }
    })

    it('answers alike when unreserved characters of its path are escaped, but not twice', async () => {
      const [path = '', query] = target.split('?')
      const at = (changed: string) => ask(query === undefined ? changed : `${changed}?${query}`)
      const [escaped, plain] = [await at(escapeLetters(path)), await at(path)]
      assert.deepEqual([escaped.status, escaped.body], [200, plain.body])
      for (const game of ['/%2567ame/', '%2Fgame/', '/%2e/game/', '/x/%2e%2e/game/']) {
        checkRefusal(await at(path.replace('/game/', game)), 'not_found')
      }
      checkRefusal(await at(path.replace('/jp/', '/%256ap/')), 'invalid_request')
      checkRefusal(await at(path.replace('/jp/', '/%%36%61p/')), 'invalid_request')
    })

    it('rejects every other method before any other check', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        const answer = checkRefusal(await ask(target, method, undefined), 'method_not_allowed')
        assert.equal(answer.headers['allow'], 'GET')
      }
      const head = await ask(target, 'HEAD', undefined)
      assert.deepEqual([head.status, head.headers['allow'], head.body.length], [405, 'GET', 0])
    })
  })
}

describe('every form', () => {
  it('returns the same bytes as the other forms of its operation', async () => {
    for (const [operation, { forms }] of Object.entries(OPERATIONS)) {
      const same = FORMS.filter((form) => form.operation === operation)
      for (const region of REGIONS) {
        const bodies = await Promise.all(
          same.map(async (form) => {
            const { body } = await ask(targetOf(form, region, demoExample(form.operation, region)))
            return body.toString('base64')
          }),
        )
        assert.equal(bodies.length, forms.length)
        assert.equal(new Set(bodies).size, 1, `${operation} in ${region}`)
      }
    }
  })
})

function checkMessage(form: Form, { headers, body, json }: Answer): void {
  const { response } = OPERATIONS[form.operation]
  if (response === 'image/png') {
    assert.equal(headers['content-type'], 'image/png')
    assert.equal(body.toString('latin1', 1, 4), 'PNG')
    return
  }
  assert.equal(headers['content-type'], 'application/json')
  const schema = ENVELOPES[response]
  assertFits(schema, json)
  assert.notDeepEqual(json, {}, 'the demo has something to show for every operation')
  // Normalizing removes every default, so a message that it changes was not normalized.
  assert.equal(JSON.stringify(compileNormalizer(schema)(json)), body.toString())
}

function namesIn({ json }: Answer): string[] {
  const { errors = [] } = json as { errors?: { parameter: string }[] }
  return errors.map(({ parameter }) => parameter)
}
