import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { compileNormalizer } from '../../src/upstream/normalize-message.ts'
import { PUBLIC_ENVELOPES, type PublicEnvelopeName } from '../../src/history/api/public-messages.ts'
import { PUBLIC_OPERATIONS } from '../../src/history/api/public-operations.ts'
import { REGIONS } from '../../src/game/region.ts'
import { checkPublicAnswer, checkPublicRefusal } from '../harness/check-public-answer.ts'
import { assertFits } from '../harness/assert-schema.ts'
import { malformedValues } from '../harness/malformed.ts'
import { isInPath, parametersOf, PUBLIC_FORMS, publicTargetOf } from '../harness/request-of.ts'
import { send, type Answer } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { PUBLIC_EXAMPLES, startPublicScene, type PublicScene } from './scene.ts'

// Every form of the public table × every rejection. No operation is named here, so a new one is
// tested without a change.
const folder = temporaryFolder()
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(folder)
})
after(async () => {
  assert.equal(scene.gatewayCalls(), 0, 'a public request never asks a gateway')
  await scene.test.stop()
})

/** A stream does not end by itself: its head is enough. */
const ask = (target: string, method = 'GET', headers = {}): Promise<Answer> =>
  send(scene.test.origin, target, { method, headers, leavesStreams: true })

for (const form of PUBLIC_FORMS) {
  describe(`${form.operation} as ${form.path}`, () => {
    const { response } = PUBLIC_OPERATIONS[form.operation]
    const example = PUBLIC_EXAMPLES[form.operation]
    const target = publicTargetOf(form, 'jp', example)

    const schema =
      response in PUBLIC_ENVELOPES ? PUBLIC_ENVELOPES[response as PublicEnvelopeName] : undefined

    it('answers in every region with a normalized message of its schema, and with 304 for a client that has it', async () => {
      // Streamed answers have separate tests.
      if (schema === undefined) return
      for (const region of REGIONS) {
        const answer = checkPublicAnswer(await ask(publicTargetOf(form, region, example)))
        assert.equal(answer.status, 200, answer.body.toString())
        assertFits(schema, answer.json)
        assert.notDeepEqual(answer.json, {}, 'the scene has something to show for every operation')
        assert.equal(JSON.stringify(compileNormalizer(schema)(answer.json)), answer.body.toString())
        const again = await ask(publicTargetOf(form, region, example), 'GET', {
          'If-None-Match': answer.headers['etag'],
        })
        assert.equal(checkPublicAnswer(again).status, 304)
        assert.equal(again.headers['etag'], answer.headers['etag'])
      }
    })

    for (const [name, parameter] of Object.entries(parametersOf(form.operation))) {
      const inPath = isInPath(form, name)
      const { kind, optional } = parameter

      it(`answers without ${name} exactly if it is optional`, async () => {
        if (inPath) return
        const { [name]: _, ...rest } = example
        const answer = await ask(publicTargetOf(form, 'jp', rest))
        const named = answer.status === 200 ? [] : checkPublicRefusal(answer, 'invalid_request')
        assert.deepEqual(named, optional ? [] : [name])
      })

      it(`answers with an empty ${name} like without it`, async () => {
        if (inPath) return
        const { [name]: _, ...rest } = example
        const [empty, without] = await Promise.all(
          [{ ...rest, [name]: '' }, rest].map((raw) => ask(publicTargetOf(form, 'jp', raw))),
        )
        assert.equal(empty?.status, without?.status)
        assert.equal(empty?.status === 400, !optional)
        if (optional) assert.equal(empty?.headers['etag'], without?.headers['etag'])
      })

      for (const bad of malformedValues(kind)) {
        // An empty path segment is another path, and an empty optional value is none.
        if ((inPath || optional) && bad === '') continue
        it(`rejects ${name} = ${JSON.stringify(bad).slice(0, 40)}`, async () => {
          const malformed = publicTargetOf(form, 'jp', { ...example, [name]: bad })
          assert.deepEqual(checkPublicRefusal(await ask(malformed), 'invalid_request'), [name])
        })
      }

      it(`rejects a repeated ${name}`, async () => {
        if (kind.kind === 'list') return
        const value = String(example[name])
        const twice = inPath
          ? publicTargetOf(form, 'jp', example, `${name}=${value}`)
          : publicTargetOf(form, 'jp', { ...example, [name]: [value, value] })
        assert.deepEqual(checkPublicRefusal(await ask(twice), 'invalid_request'), [name])
      })
    }

    it('rejects an unknown parameter and an unknown region', async () => {
      const extra = await ask(publicTargetOf(form, 'jp', example, 'verbose=1'))
      assert.deepEqual(checkPublicRefusal(extra, 'invalid_request'), ['verbose'])
      for (const region of ['cn', 'JP', 'all']) {
        const answer = await ask(publicTargetOf(form, region, example))
        assert.deepEqual(checkPublicRefusal(answer, 'invalid_request'), ['region'])
      }
    })

    it('rejects every other method, and unknown and malformed paths', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const answer = await ask(target, method)
        checkPublicRefusal(answer, 'method_not_allowed')
        assert.equal(answer.headers['allow'], 'GET, HEAD')
      }
      const [path = '', query = ''] = target.split('?')
      checkPublicRefusal(await ask(`${path}/?${query}`), 'not_found')
      checkPublicRefusal(await ask(`${path}/and/nothing/more?${query}`), 'not_found')
      checkPublicRefusal(await ask(`${path}%?${query}`), 'invalid_request')
    })

    if (/^\/(?:events\/\{|music|challenges)/.test(form.path)) {
      it('answers 404 for an unknown object', async () => {
        const [name = ''] = Object.keys(parametersOf(form.operation))
        const unknown = publicTargetOf(form, 'jp', { ...example, [name]: '999' })
        // Of songs, the server knows only the boards that it watches.
        const isSong = /^public\.(?:music|challenge)\./.test(form.operation)
        checkPublicRefusal(await ask(unknown), isSong ? 'not_watched' : 'not_found')
      })
    }
  })
}

describe('the public interface', () => {
  it('has no other paths', async () => {
    for (const path of ['', 'v1', 'v1/game/jp', 'v2/game/jp/events', 'v1/game/jp/event/ranking']) {
      checkPublicRefusal(await ask(`/api/public/${path}`), 'not_found')
    }
  })

  it('ignores keys and requires none', async () => {
    const { text } = await scene.test.issueKey()
    for (const headers of [
      {},
      { Authorization: `Bearer ${text}` },
      { Authorization: 'nonsense' },
    ]) {
      const answer = await ask('/api/public/v1/game/jp/events', 'GET', headers)
      assert.equal(checkPublicAnswer(answer).status, 200)
    }
  })
})
