import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startCommand } from './run-backline.ts'

const folder = temporaryFolder()

it('keeps serving when its standard error is not read', async () => {
  const { process: child, ended } = startCommand(join(folder, 'data'), ['serve', '--demo'])
  child.stderr?.destroy()
  const { promise: ready, resolve } = Promise.withResolvers<string | undefined>()
  let log = ''
  child.stdout?.on('data', (text: string) => {
    log += text
    const [, origin] = /"type":"process\.ready","address":"([^"]+)"/.exec(log) ?? []
    if (origin !== undefined) resolve(origin)
  })
  void ended.then(() => resolve(undefined))
  const origin = await ready
  assert.notEqual(origin, undefined, log)
  assert.equal((await fetch(`${origin}/nothing`)).status, 404)
  child.kill('SIGTERM')
  assert.equal((await ended).status, 0)
})
