import assert from 'node:assert/strict'
import { it } from 'node:test'
import { originOf } from './origin-of.ts'

it('is a valid origin in pages and documents, also for an IPv6 address, which needs brackets', () => {
  const listen = { host: '::1', port: 8787 }
  assert.equal(originOf({ publicUrl: '', listen }), 'http://[::1]:8787')
  assert.equal(originOf({ publicUrl: 'https://data.example', listen }), 'https://data.example')
})
