import assert from 'node:assert/strict'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { startServer } from '../../scripts/cluster/start-server.ts'
import { withSettings } from '../../scripts/cluster/run-program.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { exists, projectFiles, readProjectFile } from '../conventions/project-files.ts'
import { PROBES, readDeployed, ROOT } from './node-settings.ts'

const text = readDeployed('Dockerfile')
const instructions = DockerfileParser.parse(text).getInstructions()

const all = (keyword: string): readonly Instruction[] =>
  instructions.filter((instruction) => instruction.getKeyword() === keyword)
const last = (keyword: string) => all(keyword).at(-1)?.getArgumentsContent() ?? ''

/** What is copied out of the project into the image itself. */
const copied = all('COPY')
  .filter((instruction) => !instruction.toString().includes('--from='))
  .map((instruction) => (instruction.getArgumentsContent() ?? '').split(/\s+/))
  .flatMap((words) => words.slice(0, -1))

describe('the image', () => {
  it('is made by a Dockerfile without faults', () => {
    assert.deepEqual(
      validate(text).map(({ message }) => message),
      [],
    )
  })

  it('runs the program itself, as nobody special, on a Node of the right age', () => {
    assert.match(last('USER'), /^[1-9][0-9]*:[1-9][0-9]*$/)
    assert.deepEqual(JSON.parse(last('ENTRYPOINT')), ['node', 'bin/backline.mjs'])
    assert.deepEqual(JSON.parse(last('CMD')), ['serve'])
    assert.equal(last('STOPSIGNAL'), 'SIGTERM')
    assert.match(last('ARG'), /^NODE_IMAGE=node:26-\S+$/)
    for (const from of all('FROM')) {
      assert.match(from.getArgumentsContent() ?? '', /^\$\{NODE_IMAGE\}(?: AS (?:install|build))?$/)
    }
    const runs = all('RUN').map((run) => run.getArgumentsContent() ?? '')
    assert.ok(runs.some((run) => /chown node:node .*\/data$/.test(run)))
    const compiles = runs.at(-1) ?? ''
    assert.deepEqual(JSON.parse(compiles), [
      ...(JSON.parse(last('ENTRYPOINT')) as string[]),
      ...(JSON.parse(last('CMD')) as string[]),
      '--help',
    ])
  })

  it('is asked for its health where a node answers', () => {
    const [, path] = /fetch\('http:\/\/127\.0\.0\.1:9787(\/\w+)'\)/.exec(text) ?? []
    assert.ok(PROBES.includes(path ?? ''), String(path))
  })

  it('copies what there is, and lets through just that', () => {
    const ignored = readDeployed('Dockerfile.dockerignore').split('\n')
    const passes = new Set(
      ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
    )
    for (const path of copied) {
      assert.ok(exists(path), path)
      const name = path.replace(/^openapi.*json$/, 'openapi*.json')
      assert.ok(passes.has(name) || passes.has(name.split('/')[0] ?? ''), path)
    }
    assert.ok(ignored.includes('*'))
  })

  it('has every package that the sources import', () => {
    const { dependencies } = JSON.parse(readProjectFile('package.json')) as {
      dependencies: Record<string, string>
    }
    const sources = projectFiles.filter(
      (file) => /^src\/.*\.ts$/.test(file) && !/\.test\.ts$|-for-tests\.ts$/.test(file),
    )
    const imported = sources
      .flatMap((file) => [
        ...readProjectFile(file).matchAll(/^(?:import|export) .*from '([^.'][^']*)'/gm),
        ...readProjectFile(file).matchAll(/import\('([^.'][^']*)'\)/g),
      ])
      .map(([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
      .filter((name) => !name.startsWith('node:'))
    // What begins so is bundled, and copied as it is.
    const packages = [...new Set(imported)].filter((name) => name !== '#libraries')
    const missing = packages.filter((name) => !Object.hasOwn(dependencies, name))
    assert.deepEqual(missing, [])
  })

  it('serves with nothing but what is copied into it', async () => {
    const folder = temporaryFolder()
    const app = join(folder, 'app')
    for (const path of copied) {
      cpSync(join(ROOT, path), join(app, path), {
        recursive: true,
        filter: (file) => !file.endsWith('.test.ts'),
      })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'))
    const [port, adminPort] = [await freePort(), await freePort()]
    const [program = '', ...args] = JSON.parse(last('ENTRYPOINT')) as string[]
    const server = await startServer({
      program: program === 'node' ? process.execPath : program,
      args: [join(app, args[0] ?? ''), ...(JSON.parse(last('CMD')) as string[])],
      environment: withSettings({
        BACKLINE_LISTEN: `127.0.0.1:${port}`,
        BACKLINE_ADMIN_LISTEN: `127.0.0.1:${adminPort}`,
        BACKLINE_DATA_DIR: join(folder, 'data'),
        // Nobody is there; nothing that needs it is asked for.
        BACKLINE_GATEWAY_URL: 'http://127.0.0.1:9',
        BACKLINE_GATEWAY_KEY: 'a-key',
      }),
      isReady: async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).ok,
    })
    after(() => server.stop())
    const documents = ['open', 'developer', 'public'].map((name) => `/api/${name}/openapi.json`)
    const pages = ['/', '/status', '/portal', '/docs', '/docs/scaling', '/docs/public-reference']
    for (const path of [...documents, ...pages]) {
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path)
    }
  })
})
