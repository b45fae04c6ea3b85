import assert from 'node:assert/strict'
import process from 'node:process'
import { describe, it } from 'node:test'
import type { TestApi, TestConfig } from '../../../test/harness/worker-for-tests.ts'
import { ServiceError } from '../http/errors/service-error.ts'
import { systemClock } from '../time/system-clock.ts'
import { startProcess, startThread } from './start-worker.ts'
import { WorkerClient } from './worker-client.ts'

const ENTRY = new URL('../../../test/harness/worker-for-tests.ts', import.meta.url)
const KINDS = {
  thread: (config: TestConfig) => startThread(ENTRY, { name: 'test', config, youngMb: 4 }),
  process: (config: TestConfig) => startProcess(ENTRY, { config }),
}

for (const [kind, start] of Object.entries(KINDS)) {
  describe(`a ${kind} that serves calls`, () => {
    const open = (config: TestConfig = { isFaulty: false }) =>
      new WorkerClient<TestApi, number>({
        name: 'The worker',
        clock: { ...systemClock, nowMs: () => 1_234 },
        start: () => start(config),
        waitingMax: 10,
        errors: [SyntaxError],
      })

    it('has its configuration, the time of its caller and no variable of its parent', async () => {
      process.env['BACKLINE_KEY_PEPPER'] = 'a pepper'
      const worker = open()
      const { variables, ...rest } = await worker.call('describe', [])
      delete process.env['BACKLINE_KEY_PEPPER']
      assert.deepEqual(rest, {
        config: { isFaulty: false },
        nowMs: 1_234,
        isThread: kind === 'thread',
      })
      assert.deepEqual(
        variables.filter((name) => !/^NODE_(?:COMPILE_CACHE|CHANNEL_\w+)$/.test(name)),
        [],
      )
      await worker.close()
    })

    it('gets and returns bytes, transferred where threads can', async () => {
      const worker = open()
      const bytes = new Uint8Array([1, 2, 3])
      const reversed = await worker.call('reverse', [bytes], { transfer: [bytes.buffer] })
      assert.deepEqual([...reversed], [3, 2, 1])
      assert.equal(bytes.byteLength, kind === 'thread' ? 0 : 3)
      await worker.close()
    })

    it('reports events before the result', async () => {
      const worker = open()
      const events: number[] = []
      const onEvent = (event: number) => events.push(event)
      assert.equal(await worker.call('count', [3], { onEvent }), 'counted')
      assert.deepEqual(events, [1, 2, 3])
      await worker.close()
    })

    it('rejects with service errors and known classes, and with the causes of others', async () => {
      const worker = open()
      await assert.rejects(worker.call('fail', ['refused']), (error) => {
        assert.ok(error instanceof ServiceError)
        assert.deepEqual([error.code, error.message], ['not_found', 'Not here.'])
        return true
      })
      await assert.rejects(worker.call('fail', ['syntax']), SyntaxError)
      for (const [how, text] of [
        ['type', 'A type.'],
        ['causes', 'Above. Below.'],
        ['unavailable', 'The disk is gone.'],
      ] as const) {
        await assert.rejects(worker.call('fail', [how]), { name: 'Error', message: text })
      }
      await assert.rejects(worker.call('missing' as 'opened', []), /There is no method "missing"/)
      await worker.close()
    })

    it('opens again for the next call if it could not, and is replaced when it crashes', async () => {
      const worker = open({ isFaulty: true })
      await assert.rejects(worker.call('opened', []), /The worker cannot open/)
      assert.equal(await worker.call('opened', []), 2)
      await assert.rejects(worker.call('crash', []), /The worker: the worker has ended \(7\)/)
      await assert.rejects(worker.call('opened', []), /The worker cannot open/)
      await worker.close()
    })
  })
}
