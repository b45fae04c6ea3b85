import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readNetworks } from '../edge-config.ts'
import type { Network } from '../../net/network.ts'
import { createClientAddress } from './client-address.ts'
import { networkOf, normalizeAddress } from './ip-address.ts'

const clientAddress = createClientAddress(
  readNetworks('10.0.0.0/8, 192.0.2.7,fd00::/8') as readonly Network[],
)

describe('the address of a client', () => {
  const rows: readonly (readonly [peer: string, forwarded: string | undefined, client: string])[] =
    [
      ['203.0.113.9', undefined, '203.0.113.9'],
      ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
      // The peer is not a trusted proxy.
      ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
      ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
      ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
      ['fd00::1', '2001:DB8:0:0::1', '2001:db8::1'],
      ['192.0.2.7', '::ffff:c633:6401', '198.51.100.1'],
      ['192.0.2.8', '198.51.100.1', '192.0.2.8'],
      // Entries written by the client are to the left of the one that the first proxy appended.
      ['10.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
      ['10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2,192.0.2.7', '198.51.100.1'],
      ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
      ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
      ['10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
      ['10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
      ['10.0.0.1', 'fe80::1%eth0', 'fe80::1'],
      // An invalid entry ends the search at the proxy that forwarded it.
      ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
      ['10.0.0.1', '198.51.100.1, _hidden, 10.0.0.2', '10.0.0.2'],
      ['10.0.0.1', '198.51.100.1,', '10.0.0.1'],
      ['10.0.0.1', '', '10.0.0.1'],
      ['10.0.0.1', '198.51.100.256', '10.0.0.1'],
      ['10.0.0.1', '0x7f.1', '10.0.0.1'],
      ['10.0.0.1', '2001:db8::1:4711:1:1:1:1:1', '10.0.0.1'],
    ]
  for (const [peer, forwarded, client] of rows) {
    it(`is ${client} for the peer ${peer} and the header ${JSON.stringify(forwarded)}`, () => {
      assert.equal(clientAddress(peer, forwarded), client)
    })
  }

  it('is the peer when no proxy is trusted, and unknown when there is no peer', () => {
    assert.equal(createClientAddress([])('10.0.0.1', '198.51.100.1'), '10.0.0.1')
    assert.equal(clientAddress(undefined, '198.51.100.1'), 'unknown')
  })

  it('is never taken from an entry that the client wrote', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constant('10.0.0.9')),
        fc.array(
          fc.ipV4().map((text) => text.replace(/^[0-9]+/, '10')),
          { maxLength: 5 },
        ),
        (written, proxies) => {
          const line = [written, '198.51.100.1', ...proxies].join(', ')
          assert.equal(clientAddress('10.0.0.1', line), '198.51.100.1')
        },
      ),
    )
  })

  it('is normalized, however long and malformed the header is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (line) => {
        const address = clientAddress('10.0.0.1', line)
        assert.equal(normalizeAddress(address), address)
      }),
    )
    assert.equal(clientAddress('10.0.0.1', '10.0.0.2,'.repeat(1_000)), '10.0.0.1')
  })
})

describe('the network of an address', () => {
  it('is an IPv4 address, or 64 bits of an IPv6 address', () => {
    assert.equal(networkOf('198.51.100.1'), '198.51.100.1')
    assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64')
    assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
    assert.equal(networkOf('2001:db8:1::3:4:5:6'), '2001:db8:1:0::/64')
    assert.equal(networkOf('::1'), '0:0:0:0::/64')
    assert.equal(networkOf('::'), '0:0:0:0::/64')
    assert.equal(networkOf('1::'), '1:0:0:0::/64')
    assert.equal(networkOf('unknown'), 'unknown')
  })

  it('is the same for two addresses exactly when their first 64 bits are', () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
    const half = fc.tuple(group, group, group, group)
    const text = (groups: readonly number[]) =>
      normalizeAddress(groups.map((value) => value.toString(16)).join(':')) ?? ''
    fc.assert(
      fc.property(half, half, half, half, (first, second, one, other) => {
        // IPv4-mapped addresses are not IPv6 addresses here.
        fc.pre(first.some((value) => value > 0) && second.some((value) => value > 0))
        const [a, b] = [text([...first, ...one]), text([...first, ...other])]
        assert.equal(networkOf(a), networkOf(b))
        const c = text([...second, ...one])
        assert.equal(networkOf(a) === networkOf(c), first.join() === second.join())
      }),
    )
  })
})

describe('the networks of a setting', () => {
  it('are rejected when one is malformed, or can contain no address', () => {
    for (const text of [
      '',
      ',',
      'x',
      '10.0.0.0/33',
      '::/129',
      '10.0.0',
      '1.2.3.4/',
      'a,10.0.0.1',
    ]) {
      assert.match(
        readNetworks(text) as string,
        /^must be a comma-separated list of addresses or networks/,
        text,
      )
    }
    assert.match(readNetworks('::ffff:10.0.0.0/104') as string, /IPv4 networks in IPv4 form/)
  })
})
