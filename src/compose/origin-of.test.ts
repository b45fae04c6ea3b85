import assert from 'node:assert/strict'
import { it } from 'node:test'
import { originOf } from './origin-of.ts'

it('is an origin in what pages and documents say, on an IPv6 address too, which used to stand there without brackets', () => {
  const listen = { host: '::1', port: 8787 }
  assert.equal(originOf({ publicUrl: '', listen }), 'http://[::1]:8787')
  assert.equal(originOf({ publicUrl: 'https://data.example', listen }), 'https://data.example')
})
