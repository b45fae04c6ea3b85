import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { createResolveName } from './resolve-name.ts'

/** Types of DNS records. */
const [A, AAAA] = [1, 28]

/** Starts a name server that has these records and no others. */
async function startNameServer(records: Readonly<Record<number, Buffer>>) {
  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    // The question: labels up to an empty one, then type and class.
    const end = query.indexOf(0, 12) + 5
    const data = records[query.readUInt16BE(end - 4)]
    const head = Buffer.from(query.subarray(0, end))
    head.writeUInt16BE(data === undefined ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(data === undefined ? 0 : 1, 6)
    head.writeUInt32BE(0, 8)
    if (data === undefined) return server.send(head, from.port, from.address)
    const record = Buffer.from([0xc0, 12, 0, 0, 0, 1, 0, 0, 0, 60, 0, data.length])
    record.writeUInt16BE(query.readUInt16BE(end - 4), 2)
    server.send(Buffer.concat([head, record, data]), from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    resolve: createResolveName(false, [`127.0.0.1:${server.address().port}`]),
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

const IPV4 = Buffer.from([93, 184, 216, 34])
const IPV6 = Buffer.from('26064700000000000000000000001111', 'hex')

describe('the name of a receiver', () => {
  it('has the addresses that name servers know, of one or both families', async () => {
    await using both = await startNameServer({ [A]: IPV4, [AAAA]: IPV6 })
    assert.deepEqual(await both.resolve('receiver.example'), [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
    await using one = await startNameServer({ [AAAA]: IPV6 })
    const [only, ...rest] = await one.resolve('receiver.example')
    assert.deepEqual([only?.family, rest], [6, []])
  })

  it('is rejected when name servers do not know it', async () => {
    await using none = await startNameServer({})
    await assert.rejects(none.resolve('receiver.example'), { code: 'ENOTFOUND' })
  })

  it('is not one that only the machine knows, unless private addresses are allowed', async () => {
    await using none = await startNameServer({})
    await assert.rejects(none.resolve('localhost.example'))
    const known = await createResolveName(true)('localhost')
    assert.ok(known.some(({ address }) => ['127.0.0.1', '::1'].includes(address)))
  })
})
