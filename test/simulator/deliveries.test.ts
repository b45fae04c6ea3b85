import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import type { Simulator } from '../../src/simulator/start-simulator.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { head } from '../harness/raw-socket.ts'
import {
  gatewayTarget,
  SIMULATOR_KEY,
  startTestSimulator,
} from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// How an answer comes over the wire, seen on a raw socket under a clock that the test steps.
const folder = temporaryFolder()

/** A connection with one call on it. */
class Connection {
  readonly socket: Socket
  text = ''
  fault: string | undefined

  constructor(origin: string) {
    const { hostname, port } = new URL(origin)
    this.socket = connect({ host: hostname, port: Number(port) })
    this.socket.setEncoding('latin1').on('data', (chunk: string) => (this.text += chunk))
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.fault = error.code))
    this.call()
  }

  call(): void {
    const auth = `Authorization: Bearer ${SIMULATOR_KEY}`
    this.socket.write(head(`GET ${gatewayTarget('circle.get')} HTTP/1.1`, 'Host: x', auth))
  }

  /** Waits until at least this many bytes of the body have come, and no longer. */
  async body(length: number): Promise<string> {
    while (this.sent().length < length) await once(this.socket, 'data')
    return this.sent()
  }

  sent(): string {
    const end = this.text.indexOf('\r\n\r\n')
    return end < 0 ? '' : this.text.slice(end + 4)
  }

  get length(): number {
    return Number(/content-length: ([0-9]+)/i.exec(this.text)?.[1])
  }

  async closed(): Promise<void> {
    if (this.socket.closed) return
    await new Promise((resolve) => this.socket.once('close', resolve))
  }
}

async function withFaults(
  faults: readonly string[],
  run: (simulator: Simulator, clock: ReturnType<typeof createManualClock>) => Promise<void>,
): Promise<void> {
  const clock = createManualClock(1_790_000_000_000)
  const simulator = await startTestSimulator({ folder, clock, faults })
  try {
    await run(simulator, clock)
  } finally {
    await simulator.close()
  }
}

/** Waits until something has come true that other turns of the event loop bring about. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

describe('a fault on the wire', () => {
  it('hangs before the headers until the simulator closes, which ends it at once', async () => {
    await withFaults(['hang-before-headers'], async (simulator, clock) => {
      const connection = new Connection(simulator.origin)
      await until(() => simulator.calls().inFlight === 1)
      clock.advance(86_400_000)
      await until(() => simulator.calls().calls.length === 1)
      await simulator.close()
      await connection.closed()
      assert.equal(connection.text, '')
    })
  })

  it('hangs in the middle of the body', async () => {
    await withFaults(['hang-mid-body'], async (simulator, clock) => {
      const connection = new Connection(simulator.origin)
      await connection.body(1)
      clock.advance(86_400_000)
      await connection.body(Math.ceil(connection.length / 2))
      await simulator.close()
      await connection.closed()
      assert.match(connection.text, /^HTTP\/1\.1 200 OK\r\n/)
      assert.equal(connection.sent().length, Math.ceil(connection.length / 2))
    })
  })

  it('sends one byte a second', async () => {
    await withFaults(['slow-body'], async (simulator, clock) => {
      const connection = new Connection(simulator.origin)
      assert.equal(await connection.body(1), '{')
      clock.advance(999)
      for (let seconds = 1; seconds < 5; seconds += 1) {
        clock.advance(seconds === 1 ? 1 : 1_000)
        assert.equal((await connection.body(seconds + 1)).length, seconds + 1)
      }
      clock.advance(connection.length * 1_000)
      const body = await connection.body(connection.length)
      assert.equal((JSON.parse(body) as { circle: object }).circle instanceof Object, true)
      await until(() => simulator.calls().inFlight === 0)
      assert.equal(simulator.calls().clientLeft, 0)
    })
  })

  it('resets the connection before any byte', async () => {
    await withFaults(['reset'], async (simulator) => {
      const connection = new Connection(simulator.origin)
      await connection.closed()
      assert.deepEqual([connection.text, connection.fault], ['', 'ECONNRESET'])
      const { inFlight, clientLeft, calls } = simulator.calls()
      assert.deepEqual([inFlight, clientLeft, calls[0]?.outcome], [0, 0, 'reset'])
    })
  })

  it('resets the connection in the middle of the body', async () => {
    await withFaults(['reset-mid-body'], async (simulator, clock) => {
      const connection = new Connection(simulator.origin)
      await connection.body(1)
      await until(() => clock.pending > 1)
      clock.advance(20)
      await connection.closed()
      assert.equal(connection.fault, 'ECONNRESET')
      assert.equal(connection.sent().length, Math.ceil(connection.length / 2))
    })
  })

  it('lets a client that leaves go, and counts it', async () => {
    for (const fault of ['hang-before-headers', 'hang-mid-body', 'slow-body', 'latency=5000']) {
      await withFaults([fault], async (simulator, clock) => {
        const idle = clock.pending
        const connection = new Connection(simulator.origin)
        await until(() => simulator.calls().calls.length === 1)
        connection.socket.destroy()
        await until(() => simulator.calls().inFlight === 0)
        assert.equal(simulator.calls().clientLeft, 1, fault)
        assert.equal(clock.pending, idle, 'nothing is left waiting')
      })
    }
  })
})

describe('latency', () => {
  const delays = async (fault: string, count: number): Promise<number[]> => {
    const found: number[] = []
    await withFaults([fault], async (simulator, clock) => {
      const connection = new Connection(simulator.origin)
      for (let call = 1; call <= count; call += 1) {
        if (call > 1) connection.call()
        await until(() => simulator.calls().total === call && simulator.calls().inFlight === 1)
        const startMs = clock.monotonicMs()
        while (simulator.calls().inFlight > 0) {
          clock.advance(1)
          await new Promise((resolve) => setImmediate(resolve))
        }
        found.push(clock.monotonicMs() - startMs)
      }
    })
    return found
  }

  it('is as long as it is told, to within the turns that sending takes', async () => {
    for (const delay of await delays('latency=50', 5)) assert.ok(delay >= 50 && delay < 60)
  })

  it('lies between its bounds, and is not always the same', async () => {
    const found = await delays('latency=20-80', 20)
    for (const delay of found) assert.ok(delay >= 20 && delay < 90, String(delay))
    assert.ok(new Set(found).size > 5)
  })
})
