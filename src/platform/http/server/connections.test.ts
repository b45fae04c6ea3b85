import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { createConnections, QUEUED_MAX, UNANSWERED_MAX } from './connections.ts'

/** Creates a connection whose requests are numbered and end on demand. */
function scene(requestsMax?: number) {
  const socket = new PassThrough()
  const connection = createConnections(requestsMax).of(socket)
  const begun: number[] = []
  const ending: number[] = []
  const left: number[] = []
  const overs = new Map<number, () => void>()
  let came = 0
  return {
    socket,
    connection,
    begun,
    /** Requests that were marked as the last. */
    ending,
    /** Requests that were notified of the end of the connection. */
    left,
    come: (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const number = (came += 1)
        connection.accept((ends) => {
          begun.push(number)
          if (ends) ending.push(number)
          const request = { close: () => left.push(number) }
          connection.add(request)
          overs.set(number, () => connection.delete(request))
        })
      }
    },
    over: (number: number) => overs.get(number)?.(),
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('the requests of a connection', () => {
  it('start sixteen at a time, in order, and the socket is paused while others are queued', () => {
    const { socket, begun, come, over } = scene()
    come(40)
    assert.deepEqual(begun, upTo(UNANSWERED_MAX))
    assert.equal(socket.isPaused(), true)
    over(3)
    assert.deepEqual(begun, upTo(UNANSWERED_MAX + 1))
    for (const number of upTo(40)) over(number)
    assert.deepEqual(begun, upTo(40))
    assert.equal(socket.isPaused(), false)
  })

  it('stay paused, also when the socket is resumed elsewhere, until none is queued', async () => {
    const { socket, come } = scene()
    come(17)
    const resumed = new Promise((resolve) => {
      socket.once('resume', resolve)
    })
    socket.resume()
    await resumed
    assert.equal(socket.isPaused(), true)
  })

  it('destroy the connection when the queue over all connections is full', () => {
    const connections = createConnections(QUEUED_MAX * 2)
    const sockets = [new PassThrough(), new PassThrough()] as const
    const come = (socket: PassThrough, count: number) => {
      for (let at = 0; at < count; at += 1) {
        const connection = connections.of(socket)
        connection.accept(() => connection.add({ close: () => {} }))
      }
    }
    come(sockets[0], UNANSWERED_MAX + QUEUED_MAX - 10)
    come(sockets[1], UNANSWERED_MAX + 10)
    assert.deepEqual([sockets[0].destroyed, sockets[1].destroyed], [false, false])
    come(sockets[1], 1)
    assert.deepEqual([sockets[0].destroyed, sockets[1].destroyed], [false, true])
    come(sockets[0], 10)
    assert.equal(sockets[0].destroyed, false, 'what was dropped has left room')
    come(sockets[0], 1)
    assert.equal(sockets[0].destroyed, true)
  })

  it('are closed with it when started, and dropped when queued', async () => {
    const { socket, begun, left, come } = scene()
    come(20)
    const closed = new Promise((resolve) => {
      socket.once('close', resolve)
    })
    socket.destroy()
    await closed
    assert.deepEqual(left, upTo(UNANSWERED_MAX))
    assert.deepEqual(begun, upTo(UNANSWERED_MAX))
  })

  it('end with the thousandth, or with the one marked as the last', () => {
    const { begun, ending, come, over, connection } = scene(20)
    come(30)
    for (const number of upTo(30)) over(number)
    assert.deepEqual(begun, upTo(20))
    assert.deepEqual(ending, [20])
    assert.equal(connection.acceptsMore, false)
  })

  it('never start behind one that drops them, and delay no rejection', () => {
    const { begun, come, over, connection } = scene()
    come(30)
    connection.dropQueuedRequests()
    let idle = false
    connection.whenIdle(() => (idle = true))
    for (const number of upTo(15)) over(number)
    assert.equal(idle, false)
    over(16)
    assert.equal(idle, true)
    assert.deepEqual(begun, upTo(16))
  })

  it('are all answered before a rejection of malformed input', () => {
    const { begun, come, over, connection } = scene()
    come(20)
    connection.acceptNoMore()
    let idle = false
    connection.whenIdle(() => (idle = true))
    come(1)
    for (const number of upTo(19)) over(number)
    assert.equal(idle, false)
    over(20)
    assert.equal(idle, true)
    assert.deepEqual(begun, upTo(20))
  })
})
