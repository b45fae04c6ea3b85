import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { describe, it } from 'node:test'
import { createConnections, HELD_MAX, UNANSWERED_MAX } from './connections.ts'

/** A connection whose requests are numbered as they come and end when told. */
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
    /** Those that were told to be the last. */
    ending,
    /** Those that heard of the end of the connection. */
    left,
    come: (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const number = (came += 1)
        connection.take((ends) => {
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
  it('begin sixteen at a time, in their order, and nothing is read while others are held', () => {
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

  it('are not read on, whoever else resumes the socket, until none is held', async () => {
    const { socket, come } = scene()
    come(17)
    const resumed = new Promise((resolve) => {
      socket.once('resume', resolve)
    })
    socket.resume()
    await resumed
    assert.equal(socket.isPaused(), true)
  })

  it('cost the connection when more are held, on all connections together, than there is room for', () => {
    const connections = createConnections(HELD_MAX * 2)
    const sockets = [new PassThrough(), new PassThrough()] as const
    const come = (socket: PassThrough, count: number) => {
      for (let at = 0; at < count; at += 1) {
        const connection = connections.of(socket)
        connection.take(() => connection.add({ close: () => {} }))
      }
    }
    come(sockets[0], UNANSWERED_MAX + HELD_MAX - 10)
    come(sockets[1], UNANSWERED_MAX + 10)
    assert.deepEqual([sockets[0].destroyed, sockets[1].destroyed], [false, false])
    come(sockets[1], 1)
    assert.deepEqual([sockets[0].destroyed, sockets[1].destroyed], [false, true])
    come(sockets[0], 10)
    assert.equal(sockets[0].destroyed, false, 'what was dropped has left room')
    come(sockets[0], 1)
    assert.equal(sockets[0].destroyed, true)
  })

  it('hear of its end when they have begun, and are forgotten when they have not', async () => {
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

  it('end with the thousandth, or whichever is told to be the last', () => {
    const { begun, ending, come, over, connection } = scene(20)
    come(30)
    for (const number of upTo(30)) over(number)
    assert.deepEqual(begun, upTo(20))
    assert.deepEqual(ending, [20])
    assert.equal(connection.takesMore, false)
  })

  it('behind one that drops them are never begun, and neither is a refusal kept waiting', () => {
    const { begun, come, over, connection } = scene()
    come(30)
    connection.dropRest()
    let idle = false
    connection.whenIdle(() => (idle = true))
    for (const number of upTo(15)) over(number)
    assert.equal(idle, false)
    over(16)
    assert.equal(idle, true)
    assert.deepEqual(begun, upTo(16))
  })

  it('are all answered before a refusal of what is no request', () => {
    const { begun, come, over, connection } = scene()
    come(20)
    connection.takeNoMore()
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
