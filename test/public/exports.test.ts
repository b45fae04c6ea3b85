import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { checkPublicAnswer, checkPublicRefusal } from '../harness/check-public-answer.ts'
import { send } from '../harness/send.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startPublicScene, type PublicScene } from './scene.ts'

// The export files of days, served by a complete service.
const LIST = '/api/public/v1/game/jp/exports'
let scene: PublicScene

before(async () => {
  scene = await startPublicScene(temporaryFolder())
})
after(() => scene.test.stop())

/** A file in the list. */
interface ListedFile {
  readonly day: string
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  readonly snapshots: number
  readonly from: string
  readonly until: string
}

async function listed(): Promise<readonly ListedFile[]> {
  const answer = checkPublicAnswer(await send(scene.test.origin, LIST))
  return (answer.json as { files: ListedFile[] }).files
}

describe('exports', () => {
  it('are listed by day, and match their hashes', async () => {
    const files = await listed()
    assert.ok(files.length > 0)
    for (const { day, file, sha256, bytes, from, until } of files) {
      assert.equal(file, `jp-${day}-${sha256}.ndjson.gz`)
      assert.equal(Number(from), Date.parse(`${day}T00:00:00Z`))
      assert.equal(Number(until) - Number(from), 86_400_000)
      const { status, headers, body } = await send(scene.test.origin, `${LIST}/${file}`)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'application/gzip')
      assert.equal(headers['content-encoding'], undefined)
      assert.equal(headers['content-length'], String(bytes))
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(body.length, bytes)
      assert.equal(createHash('sha256').update(body).digest('hex'), sha256)
      const lines = gunzipSync(body).toString().split('\n')
      assert.equal(lines.at(-1), '')
      assert.deepEqual(JSON.parse(lines[0] ?? ''), {
        backline: 'history',
        version: 1,
        region: 'jp',
        day,
      })
    }
  })

  it('are a 304 for a client that has them', async () => {
    const [file] = await listed()
    const target = `${LIST}/${file?.file}`
    const { headers } = await send(scene.test.origin, target)
    assert.equal(headers['etag'], `"${file?.sha256}"`)
    const again = await send(scene.test.origin, target, {
      headers: { 'If-None-Match': headers['etag'] ?? '' },
    })
    assert.deepEqual([again.status, again.body.length], [304, 0])
    assert.equal(again.headers['cache-control'], 'public, max-age=31536000, immutable')
  })

  it('have no names of players', async () => {
    for (const { file } of await listed()) {
      const { body } = await send(scene.test.origin, `${LIST}/${file}`)
      assert.doesNotMatch(gunzipSync(body).toString(), /First|Hundredth/)
    }
  })

  it('are found only under their own region and name', async () => {
    const [file] = await listed()
    const name = file?.file ?? ''
    for (const wrong of [
      `/api/public/v1/game/tw/exports/${name}`,
      `${LIST}/${name.replace('jp-', 'tw-')}`,
      `${LIST}/${name.replace(/-[0-9]{2}-([0-9a-f]{64})/, '-01-$1')}`,
      `${LIST}/${name}.bak`,
      `${LIST}/history.db`,
      `${LIST}/..%2Fhistory.db`,
    ]) {
      checkPublicRefusal(await send(scene.test.origin, wrong), 'not_found')
    }
  })
})
