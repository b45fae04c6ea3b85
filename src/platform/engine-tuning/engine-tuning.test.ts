import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { ENGINE_FLAGS } from './engine-tuning.ts'

// Each test fails if a version of Node does by itself what the engine tuning does, or no longer
// allows it. Remove what Node does by itself.

const TUNING = JSON.stringify(import.meta.resolve('./engine-tuning.ts'))
const IMPORT = `const tuning = await import(${TUNING})`
const onLinux = existsSync('/proc/self/task')
const skip = onLinux ? false : 'threads have no priorities here'

interface RunOptions {
  readonly flags?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a module in a process of its own, and returns its output. */
function run(code: string, { flags = [], environment = {} }: RunOptions = {}): string {
  const { PATH = '' } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, '--input-type=module', '-e', code],
    { env: { PATH, ...environment }, encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  return stdout + stderr
}

describe('the V8 flags', () => {
  // Objects of two sites, most of which live long.
  const allocate = `
    const kept = []
    for (let round = 0; round < 12; round += 1) {
      for (let at = 0; at < 100_000; at += 1) kept.push({ at, pair: [at, at] })
      if (round % 4 === 3) kept.length = 0
    }`

  it('apply at run time as on the command line, so that child processes share compiled code', () => {
    const printTag = `
      const { cachedDataVersionTag } = await import('node:v8')
      console.log(cachedDataVersionTag())`
    const tag = run(`${IMPORT}; tuning.tuneServer(true); ${printTag}`)
    assert.equal(run(printTag, { flags: ENGINE_FLAGS }), tag)
    const defaultTag = run(printTag)
    assert.notEqual(defaultTag, tag)
    assert.equal(run(`${IMPORT}; tuning.tuneServer(false); ${printTag}`), defaultTag)
  })

  it('leave all objects young, of which V8 allocates long-lived ones as old by default', () => {
    const tenures = (flags: readonly string[]) =>
      /=> tenure$/m.test(run(allocate, { flags: [...flags, '--trace-pretenuring-statistics'] }))
    assert.ok(tenures([]))
    assert.ok(!tenures(['--no-allocation-site-pretenuring']))
  })

  it('let one thread collect young objects, which several do by default', () => {
    const tasksMax = (flags: readonly string[]) => {
      const traced = [...flags, '--trace-gc', '--trace-parallel-scavenge']
      const collections = run(allocate, { flags: traced }).split(/ Scavenge .*\n/)
      return Math.max(...collections.map((text) => text.split(' scavenge[').length - 1))
    }
    const [byDefault, alone] = [tasksMax([]), tasksMax(['--no-parallel-scavenge'])]
    // A single task may run twice.
    assert.ok(alone <= 2, `${alone} tasks`)
    assert.ok(byDefault > 2, `${byDefault} tasks`)
  })
})

describe('the priorities', { skip }, () => {
  const nicenessOf = `
    const { readdirSync, readFileSync, readlinkSync } = await import('node:fs')
    const { getPriority } = await import('node:os')
    const named = (name) => readdirSync('/proc/self/task').filter((task) =>
      readFileSync('/proc/self/task/' + task + '/comm', 'utf8').startsWith(name))
    const niceness = (tasks) => [...new Set(tasks.map((task) => getPriority(Number(task))))]
    const self = () => niceness([readlinkSync('/proc/thread-self').split('/').at(-1)])
    const helpers = () => niceness(named('node-V8Worker'))`
  const before = Number(run(`${nicenessOf}; console.log(...self())`))
  const lowered = Math.max(before, 10)

  it('of V8 threads are lowered, which Node names and runs like the serving one', () => {
    for (const isOn of [true, false]) {
      const output = run(`
        ${IMPORT}
        ${nicenessOf}
        const values = [helpers()]
        tuning.tuneServer(${isOn})
        console.log(JSON.stringify([...values, helpers(), self()]))`)
      assert.deepEqual(JSON.parse(output), [[before], [isOn ? lowered : before], [before]])
    }
  })

  it('of worker threads are lowered by themselves', () => {
    const code = `
      ${nicenessOf}
      ${IMPORT}
      const { workerData } = await import('node:worker_threads')
      const values = [self()]
      tuning.setEngineTuned(workerData)
      tuning.reniceThread()
      console.log(JSON.stringify([...values, self()]))`
    for (const isOn of [true, false]) {
      const output = run(`
        const { Worker } = await import('node:worker_threads')
        new Worker(${JSON.stringify(code)}, { eval: true, workerData: ${isOn} })`)
      assert.deepEqual(JSON.parse(output), [[before], [isOn ? 10 : before]])
    }
  })

  it('of commands are lowered', () => {
    const output = run(`${IMPORT}; ${nicenessOf}; tuning.lowerPriority(); console.log(...self())`)
    assert.equal(Number(output), 5)
    const off = `tuning.setEngineTuned(false); tuning.lowerPriority(); console.log(...self())`
    assert.equal(Number(run(`${IMPORT}; ${nicenessOf}; ${off}`)), before)
  })
})

describe('the young generation of a thread', () => {
  it('is as small as it is told, and larger by default', () => {
    const measure = `
      const { getHeapSpaceStatistics } = await import('node:v8')
      let most = 0
      const kept = []
      for (let at = 0; at < 800_000; at += 1) {
        kept.push({ at, pair: [at] })
        if (at % 40_000 === 0) kept.length = 0
        if (at % 2_000 > 0) continue
        const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
        most = Math.max(most, space.space_size)
      }
      console.log(most / 1_048_576)`
    const megabytes = (isOn: boolean) =>
      Number(
        run(`
          ${IMPORT}
          tuning.setEngineTuned(${isOn})
          const { Worker } = await import('node:worker_threads')
          const resourceLimits = tuning.youngGeneration(4)
          new Worker(${JSON.stringify(measure)}, { eval: true, resourceLimits })`),
      )
    assert.ok(megabytes(true) <= 5)
    assert.ok(megabytes(false) > 10)
  })
})

describe('the compile cache', () => {
  const folder = temporaryFolder()
  const [nodeModules, dataDir] = [join(folder, 'node_modules'), join(folder, 'data')]
  const compiled = join(folder, 'compiled.mjs')
  for (const path of [nodeModules, dataDir]) mkdirSync(path)
  writeFileSync(compiled, 'export const value = 1\n')

  const load = (setting: string) => `
    const setting = ${JSON.stringify(setting)}
    ${IMPORT}
    tuning.tuneProcess({ setting, ...${JSON.stringify({ nodeModules, dataDir })} })
    await import(${JSON.stringify(compiled)})
    tuning.flushCompileCache()`
  const environment = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
  const reads = (output: string) =>
    output.split('\n').filter((line) => line.includes(compiled) && line.includes('was accepted'))

  it('is off by default, and keeps the compiled code for the next process and for threads', () => {
    const read = `await import(${JSON.stringify(compiled)})`
    assert.equal(run(read, { environment }), '')
    assert.equal(reads(run(load('on'), { environment })).length, 0)
    const thread = `
      const { Worker } = await import('node:worker_threads')
      const env = tuning.compileCache()
      new Worker(${JSON.stringify(`import(${JSON.stringify(compiled)})`)}, { eval: true, env })`
    assert.equal(reads(run(load('on') + thread, { environment })).length, 2)
  })

  it('is found by child processes with the same flags', () => {
    const child = `
      const { execFileSync } = await import('node:child_process')
      const env = { ...tuning.compileCache(), ...${JSON.stringify(environment)} }
      const flags = tuning.engineFlags()
      execFileSync(process.execPath, [...flags, ${JSON.stringify(compiled)}], { env, stdio: 'inherit' })`
    assert.equal(reads(run(load('on') + child)).length, 1)
  })

  it('is not used where the tuning is off', () => {
    const off = `${load('off')}; console.log(Object.keys(tuning.compileCache()).length)`
    assert.equal(run(off, { environment }), '0\n')
  })
})

describe('the forced collection', () => {
  const collect = `
    ${IMPORT}
    const { runInNewContext } = await import('node:vm')
    let kept = Array.from({ length: 300_000 }, (_, at) => ({ text: 'number ' + at }))
    kept.length = 0
    const used = () => process.memoryUsage().heapUsed
    const before = used()`

  it('collects garbage at once, and leaves no collector to other code', () => {
    const output = run(`
      ${collect}
      tuning.collectGarbage()
      console.log(used() / before < 0.5, typeof gc, runInNewContext('typeof gc'))`)
    assert.equal(output, 'true undefined undefined\n')
  })

  it('is not done where the tuning is off', () => {
    const output = run(`
      ${collect}
      tuning.setEngineTuned(false)
      tuning.collectGarbage()
      console.log(used() / before < 0.5)`)
    assert.equal(output, 'false\n')
  })
})
