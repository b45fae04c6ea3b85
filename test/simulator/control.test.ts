import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Simulator } from '../../src/simulator/start-simulator.ts'
import {
  gatewayTarget,
  SIMULATOR_KEY,
  startTestSimulator,
} from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'

const folder = temporaryFolder()
let simulator: Simulator

before(async () => {
  simulator = await startTestSimulator({ folder, seed: 3, faults: ['maintenance:kr'] })
})
after(() => simulator.close())

async function control(method: string, path: string, body?: unknown, key = SIMULATOR_KEY) {
  const answer = await fetch(`${simulator.origin}/simulator/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, json: await answer.json() }
}

const status = async (region: 'jp' | 'kr') => {
  const answer = await fetch(`${simulator.origin}${gatewayTarget('circle.get', region)}`, {
    headers: { authorization: `Bearer ${SIMULATOR_KEY}` },
  })
  await answer.arrayBuffer()
  return answer.status
}

describe('the control of a running simulator', () => {
  it('shows, replaces and removes faults, from the next call on', async () => {
    assert.deepEqual((await control('GET', 'faults')).json, ['maintenance:kr'])
    assert.deepEqual([await status('jp'), await status('kr')], [200, 503])
    const list = ['error=timeout:jp', 'latency=1']
    const { status: put, json } = await control('PUT', 'faults', list)
    assert.deepEqual([put, json], [200, list])
    assert.deepEqual([await status('jp'), await status('kr')], [504, 200])
    assert.deepEqual((await control('DELETE', 'faults')).json, [])
    assert.deepEqual([await status('jp'), await status('kr')], [200, 200])
  })

  it('refuses a list with a fault that it cannot read, says why, and leaves the faults as they are', async () => {
    await control('PUT', 'faults', ['maintenance'])
    for (const [body, reason] of [
      [['reset', 'hang'], /Invalid fault "hang": unknown fault "hang"\. Known faults: /],
      [{ reset: 1 }, /a JSON array of strings/],
      [[5], /a JSON array of strings/],
      ['[', /a JSON array of strings/],
      ['', /a JSON array of strings/],
      [`["${'x'.repeat(70_000)}"]`, /at most 65536 bytes/],
    ] as const) {
      const { status: got, json } = await control('PUT', 'faults', body)
      const { error } = json as { error: { kind: string; message: string } }
      assert.deepEqual([got, error.kind], [400, 'business'])
      assert.match(error.message, reason)
    }
    assert.deepEqual((await control('DELETE', 'faults')).status, 200)
  })

  it('begins the dice anew with each list', async () => {
    const statuses = async () => {
      await control('PUT', 'faults', ['error=transport@0.5'])
      return [
        await status('jp'),
        await status('jp'),
        await status('jp'),
        await status('jp'),
        await status('jp'),
      ]
    }
    assert.deepEqual(await statuses(), await statuses())
    await control('DELETE', 'faults')
  })

  it('shows what was called, and forgets it', async () => {
    await control('DELETE', 'calls')
    await status('jp')
    await status('kr')
    const { json } = await control('GET', 'calls')
    assert.deepEqual(json, {
      total: 2,
      clientLeft: 0,
      refused: {},
      inFlight: 0,
      mostInFlight: { all: 1, tw: 0, jp: 1, en: 0, kr: 1 },
      calls: [
        { region: 'jp', operation: 'circle.get', outcome: 'ok', count: 1 },
        { region: 'kr', operation: 'circle.get', outcome: 'ok', count: 1 },
      ],
    })
    const { json: empty } = await control('DELETE', 'calls')
    assert.deepEqual([(empty as { total: number }).total, simulator.calls().calls], [0, []])
  })

  it('counts the most calls that were in flight at once', async () => {
    simulator.resetCalls()
    simulator.setFaults(['hang-before-headers'])
    const connections = await Promise.all(
      Array.from({ length: 7 }, () => connectRaw(simulator.origin)),
    )
    for (const connection of connections) {
      const target = gatewayTarget('circle.get', 'tw')
      const authorization = `Authorization: Bearer ${SIMULATOR_KEY}`
      connection.write(head(`GET ${target} HTTP/1.1`, 'Host: x', authorization))
    }
    while (simulator.calls().inFlight < 7) await new Promise((resolve) => setImmediate(resolve))
    for (const connection of connections) connection.drop()
    while (simulator.calls().inFlight > 0) await new Promise((resolve) => setImmediate(resolve))
    const { mostInFlight, clientLeft, total } = simulator.calls()
    assert.deepEqual([mostInFlight.all, mostInFlight.tw, clientLeft, total], [7, 7, 7, 7])
    simulator.setFaults([])
  })

  it('wants the key, and knows no other path and no other method', async () => {
    assert.equal((await control('GET', 'calls', undefined, 'wrong')).status, 401)
    assert.equal((await control('PUT', 'faults', ['reset'], 'wrong')).status, 401)
    assert.deepEqual(simulator.faults(), [])
    assert.equal((await control('GET', 'nothing')).status, 404)
    const { status: got, headers } = await control('POST', 'faults', [])
    assert.deepEqual([got, headers.get('allow')], [405, 'GET, PUT, DELETE'])
  })

  it('does not fall over a client that leaves while it sends a list', async () => {
    const connection = await connectRaw(simulator.origin)
    const authorization = `Authorization: Bearer ${SIMULATOR_KEY}`
    connection.write(
      head('PUT /simulator/faults HTTP/1.1', 'Host: x', 'Content-Length: 100', authorization) +
        '["re',
    )
    await new Promise((resolve) => setImmediate(resolve))
    connection.drop()
    assert.equal(await status('jp'), 200)
  })
})

it('a simulator does not start with a fault that it cannot read, and lets go of its dataset', async () => {
  await assert.rejects(startTestSimulator({ folder, faults: ['hang'] }), /unknown fault "hang"/)
})

it('a simulator that closes while it is asked ends every connection, and can be closed twice', async () => {
  const own = await startTestSimulator({ folder, faults: ['hang-mid-body'] })
  const connection = await connectRaw(own.origin)
  const authorization = `Authorization: Bearer ${SIMULATOR_KEY}`
  connection.write(head(`GET ${gatewayTarget('circle.get')} HTTP/1.1`, 'Host: x', authorization))
  while (own.calls().inFlight < 1) await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([own.close(), own.close()])
  await connection.rest()
})
