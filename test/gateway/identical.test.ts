import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Simulator } from '../../src/simulator/start-simulator.ts'
import { REGIONS } from '../../src/game/region.ts'
import { demoExample } from '../../src/demo/demo-example.ts'
import { checkAnswer } from '../harness/check-answer.ts'
import { FORMS, isInPath, parametersOf, targetOf } from '../harness/request-of.ts'
import { send, type Answer } from '../harness/send.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { SIMULATOR_KEY, startTestSimulator } from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The same data, once from the embedded dataset and once through a gateway over the network: the
// same bytes.
const folder = temporaryFolder()
let simulator: Simulator
let embedded: TestService
let remote: TestService
let keys: readonly [string, string]

before(async () => {
  simulator = await startTestSimulator({ folder })
  embedded = await startTestService({ folder: `${folder}/embedded` })
  remote = await startTestService({
    folder: `${folder}/remote`,
    environment: {
      BACKLINE_GATEWAY_URL: simulator.origin,
      BACKLINE_GATEWAY_KEY: SIMULATOR_KEY,
    },
  })
  keys = [(await embedded.issueKey()).text, (await remote.issueKey()).text]
})
after(async () => {
  await remote.stop()
  await embedded.stop()
  await simulator.close()
})

async function askBoth(target: string): Promise<readonly [Answer, Answer]> {
  const [here, there] = await Promise.all([
    send(embedded.origin, target, { key: keys[0] }),
    send(remote.origin, target, { key: keys[1] }),
  ])
  return [checkAnswer(here), checkAnswer(there)]
}

/** What an error says, without what is each request's own. */
function withoutId({ json }: Answer): unknown {
  const { requestId: _, ...rest } = json as Record<string, unknown>
  return rest
}

for (const form of FORMS) {
  describe(`${form.operation} as ${form.path}`, () => {
    it('has the same bytes from a gateway as from the dataset, in every region', async () => {
      for (const region of REGIONS) {
        const [here, there] = await askBoth(
          targetOf(form, region, demoExample(form.operation, region)),
        )
        assert.equal(there.status, 200)
        assert.equal(there.headers['content-type'], here.headers['content-type'])
        assert.ok(there.body.equals(here.body), `${region}: ${there.body.toString().slice(0, 300)}`)
      }
    })

    it('says the same of what is not there, and of the shortest question there is', async () => {
      const example = demoExample(form.operation, 'jp')
      const shortest = Object.fromEntries(
        Object.entries(example).filter(
          ([name]) => isInPath(form, name) || !parametersOf(form.operation)[name]?.optional,
        ),
      )
      // An id of jp in another region, and no optional parameter.
      for (const target of [targetOf(form, 'jp', shortest), targetOf(form, 'kr', example)]) {
        const [here, there] = await askBoth(target)
        assert.equal(there.status, here.status)
        if (here.status === 200) assert.ok(there.body.equals(here.body))
        else assert.deepEqual(withoutId(there), withoutId(here))
      }
    })
  })
}
