import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { networkTiers } from '../../src/platform/net/network-tiers.ts'
import { networkOf, normalizeAddress } from '../../src/platform/http/request/ip-address.ts'
import { readProjectFile } from '../conventions/project-files.ts'

// The proxies of deploy/ bound connections by the networks that Backline counts by.
const nginx = readProjectFile('deploy/nginx.conf')
const haproxy = readProjectFile('deploy/haproxy-tls.cfg')

/** Reads a map of nginx.conf: the key that it gives to an address. */
function readMap(name: string): (address: string) => string {
  const begin = nginx.indexOf(`map $remote_addr $${name} {`)
  const body = nginx.slice(begin, nginx.indexOf('\n  }\n', begin))
  const lines = body.split('\n').flatMap((line) => {
    const [, pattern, value] = /^ {4}"~(.+)" "?(\$[a-z0-9]+[:0]*)"?;$/.exec(line) ?? []
    return pattern === undefined || value === undefined
      ? []
      : [{ pattern: new RegExp(pattern), value }]
  })
  assert.ok(lines.length > 0, name)
  const isWhole = body.includes('default $remote_addr;')
  return (address) => {
    for (const { pattern, value } of lines) {
      const groups = pattern.exec(address)?.groups
      if (groups !== undefined) {
        return value.replaceAll(/\$([a-z0-9]+)/g, (_, part: string) => groups[part] ?? '')
      }
    }
    return isWhole ? address : ''
  }
}

const keys = ['network_64', 'network_56', 'network_48'].map(readMap)
/** Addresses as registries give them out: the first two groups are no zeros. */
const group = fc.oneof(fc.constant(0), fc.nat(3), fc.nat(0xffff))
const addresses = fc
  .tuple(
    fc.integer({ min: 0x2001, max: 0x3fff }),
    fc.integer({ min: 1, max: 0xffff }),
    ...Array<typeof group>(6).fill(group),
  )
  .map((groups) => groups.map((one) => one.toString(16)).join(':'))
  .map((text) => normalizeAddress(text) ?? '')

describe('the networks by which the proxies bound connections', () => {
  it('are in nginx.conf those of Backline', () => {
    fc.assert(
      fc.property(addresses, addresses, fc.nat(8), (one, other, shared) => {
        // Half of the time both share their first groups.
        const mixed =
          normalizeAddress(
            [...expand(one).slice(0, shared), ...expand(other).slice(shared)].join(':'),
          ) ?? ''
        const tiers = [one, mixed].map((address) => networkTiers(networkOf(address)))
        for (const [at, key] of keys.entries()) {
          const isSame = tiers[0]?.[at]?.network === tiers[1]?.[at]?.network
          assert.equal(
            key(one) === key(mixed),
            isSame,
            `${one} and ${mixed}: ${key(one)}, ${key(mixed)}`,
          )
          assert.notEqual(key(one), '')
        }
      }),
      { numRuns: 2_000 },
    )
    assert.deepEqual(
      keys.map((key) => key('192.0.2.7')),
      ['192.0.2.7', '', ''],
    )
  })

  it('have in both files the shares that Backline gives them', () => {
    const factors = networkTiers('2001:db8:1:2::/64').map(({ factor }) => 200 * factor)
    const bounds = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, bound]) => Number(bound))
    assert.deepEqual(bounds(nginx, /limit_conn networks_\d+ (\d+);/g), factors)
    assert.deepEqual(bounds(haproxy, /sc\d_conn_cur\(networks_\d+\) gt (\d+)/g), factors)
    assert.deepEqual(bounds(haproxy, /src,ipmask\(32,(\d+)\)/g), [64, 56, 48])
  })
})

/** The eight groups of a normalized address. */
function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  return tail === undefined
    ? left
    : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}
