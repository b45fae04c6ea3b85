import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startServer } from './run-backline.ts'

const folder = temporaryFolder()

describe('npm start', () => {
  it('serves, and its SIGTERM stops the server cleanly without orphan processes', async () => {
    const npm = await startServer(join(folder, 'data'), { command: ['npm', 'start'] })
    assert.equal((await fetch(`${npm.adminOrigin}/readyz`)).status, 200)
    npm.kill('SIGTERM')
    await npm.ended
    await assert.rejects(fetch(`${npm.adminOrigin}/livez`))
    assert.match(npm.log(), /"type":"process.stopped","clean":true/)
  })
})
