import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Webhook as Verifier } from 'standardwebhooks'
import { systemPlatform } from '../../src/platform/platform.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openOutbox } from './outbox-fixture.ts'

const ENTRY = fileURLToPath(new URL('sending-process.ts', import.meta.url))

/** A delivery that a receiver got. */
interface Received {
  readonly id: string
  readonly body: string
  readonly headers: IncomingMessage['headers']
}

/** A receiver that answers as `answer` says after each request. */
async function startReceiver(answer: (response: ServerResponse, received: Received) => void) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const one = { id: String(request.headers['webhook-id']), body, headers: request.headers }
      received.push(one)
      answer(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, received, close: () => server.close() }
}

describe('a sending process that is killed', () => {
  it('loses nothing between delivery and recording, and repeats only with the same id', async () => {
    const folder = temporaryFolder()
    const fixture = await openOutbox(folder, systemPlatform.clock)
    let child: ChildProcess | undefined
    let kills = 3
    const receiver = await startReceiver((response) => {
      if (kills === 0) return void response.end('ok')
      // Killed after the receiver has the message, before its answer can be recorded.
      kills -= 1
      child?.kill('SIGKILL')
    })
    const ids = ['m1', 'm2', 'm3', 'm4', 'm5']
    await fixture.addWebhooks([['a', `http://receiver.example:${receiver.port}/`]])
    for (const id of ids) await fixture.enqueue(id, ['a'])
    const isDone = async () => (await fixture.states()).every(([state]) => state === 'delivered')
    while (!(await isDone())) {
      child = fork(ENTRY, [folder, String(receiver.port)])
      const exited = once(child, 'exit')
      while (child.exitCode === null && child.signalCode === null && !(await isDone())) {
        await sleep(20)
      }
      child.kill('SIGKILL')
      await exited
    }
    receiver.close()
    const order = receiver.received.map(({ id }) => id)
    assert.deepEqual([...new Set(order)], ids)
    assert.deepEqual(order.slice(0, 4), ['m1', 'm1', 'm1', 'm1'])
    assert.equal(order.length, ids.length + 3)
    const verifier = new Verifier(fixture.secret)
    for (const { body, headers } of receiver.received) {
      verifier.verify(body, headers as Record<string, string>)
    }
    await fixture.accounts.close()
  })
})
