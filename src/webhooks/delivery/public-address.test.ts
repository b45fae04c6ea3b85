import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPublicAddress } from './public-address.ts'

describe('a public address', () => {
  const inner = [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '4000::1',
    'fec0::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '',
    'localhost',
    '127.1',
  ]
  for (const address of inner) {
    it(`is not ${address === '' ? 'an empty text' : address}`, () =>
      assert.equal(isPublicAddress(address), false))
  }
  for (const address of [
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ]) {
    it(`is ${address}`, () => assert.equal(isPublicAddress(address), true))
  }
})
