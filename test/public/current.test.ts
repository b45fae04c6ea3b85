import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkPublicAnswer } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, MINUTE, START, startPublicScene, type PublicScene } from './scene.ts'

let scene: PublicScene
before(async () => {
  scene = await startPublicScene(temporaryFolder())
})
after(() => scene.test.stop())

const ask = (path: string) => send(scene.test.origin, `/api/public/v1/game${path}`, {})

describe('`current` in a path', () => {
  const queries = {
    cutoffs: '',
    [`cutoffs/at/${START + 20 * MINUTE}`]: '',
    history: 'ranks=1&ranks=100&step=5m',
    speed: 'ranks=1&window=15m',
    comparison: `ranks=1&with=tw:${EVENT_ID}`,
  }
  for (const [view, query] of Object.entries(queries)) {
    it(`names the running event in ${view.replace(/\d+/, '{time}')}`, async () => {
      const current = checkPublicAnswer(await ask(`/jp/events/current/${view}?${query}`))
      const named = checkPublicAnswer(await ask(`/jp/events/${EVENT_ID}/${view}?${query}`))
      assert.equal(current.status, 200)
      assert.deepEqual(current.json, named.json)
    })
  }
})
