import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { codeBlocks } from '../client/code-blocks.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// The commands of guides, pasted: only addresses, and the key for "bkl_...", are replaced.

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder()
const blocksOf = (file: string) => codeBlocks(readFileSync(join(ROOT, file), 'utf8'), 'sh')

/** Runs lines in a shell. Returns their standard output. */
async function paste(lines: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euc', lines], {
    env: { PATH: process.env['PATH'], ...environment },
    timeout: 60_000,
  })
  return stdout
}

it('the simulator injects faults into a bot in ten lines, and stops', async () => {
  const home = join(folder, 'simulator')
  mkdirSync(home)
  // In a folder of this project, "npx backline" runs its command.
  const npx = join(home, 'npx')
  const command = `exec '${process.execPath}' '${join(ROOT, 'bin', 'backline.mjs')}' "$@"`
  writeFileSync(npx, `#!/bin/sh\nshift\n${command}\n`)
  chmodSync(npx, 0o755)
  const [simulatorPort, port, adminPort] = await Promise.all([freePort(), freePort(), freePort()])
  const [simulate = '', serve = '', change = '', ...others] = blocksOf('docs/simulator.md').map(
    (block) => block.replaceAll(':8790', `:${simulatorPort}`).replaceAll(':8787', `:${port}`),
  )
  assert.deepEqual(others, [])
  const environment = {
    PATH: `${home}:${process.env['PATH']}`,
    BACKLINE_DATA_DIR: join(home, 'data'),
    BACKLINE_LISTEN: `127.0.0.1:${port}`,
    BACKLINE_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
  }
  const first = spawn(
    'bash',
    ['-euc', simulate.trimEnd().replace('npx', 'exec npx') + ` --port ${simulatorPort}`],
    {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let serving: number | undefined
  try {
    for await (const text of first.stderr.setEncoding('utf8'))
      if (/ready at/.test(String(text))) break
    // The key is copied from the output of the previous line, once the server is ready.
    const pasted = serve
      .replace('serve &', `serve > '${home}/log' 2>&1 & echo $! > '${home}/pid'`)
      .replace(/(keys create .*)/, `$1 > '${home}/created'`)
      .replace('bkl_...', `$(grep -o 'bkl_[0-9A-Za-z]*_[0-9A-Za-z]*' '${home}/created' | head -1)`)
      .replace(
        'curl ',
        `until curl -sf http://127.0.0.1:${adminPort}/readyz > /dev/null; do sleep 0.1; done\ncurl `,
      )
    const answer = JSON.parse(await paste(pasted, environment)) as Record<string, unknown>
    serving = Number(readFileSync(join(home, 'pid'), 'utf8'))
    assert.ok('ranking' in answer || answer['code'] === 'upstream_error', JSON.stringify(answer))
    const [key = '', hang = '', well = ''] = change.trimEnd().split('\n')
    assert.deepEqual(JSON.parse(await paste(`${key}\n${hang}`)), ['hang-before-headers:jp'])
    assert.deepEqual(JSON.parse(await paste(`${key}\n${well}`)), [])
  } finally {
    if (serving !== undefined) process.kill(serving, 'SIGTERM')
    first.kill('SIGTERM')
    await once(first, 'exit')
  }
})
