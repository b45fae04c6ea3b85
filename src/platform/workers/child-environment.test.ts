import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compileCache } from '../engine-tuning/engine-tuning.ts'
import { childEnvironment } from './child-environment.ts'

const ENVIRONMENT = {
  TZ: 'Asia/Tokyo',
  LC_ALL: 'C.UTF-8',
  NODE_OPTIONS: '--max-old-space-size=500',
  NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=token',
  PGPASSWORD: 'password',
  BACKLINE_KEY_PEPPER: 'pepper',
  BACKLINE_DATA_DIR: '/data',
  NODE_AUTH_TOKEN: 'token',
  NODE_CHANNEL_FD: '3',
  NODE_COMPILE_CACHE: '/tmp/anybody',
  AWS_SECRET_ACCESS_KEY: 'key',
  PATH: '/usr/bin',
}

it('contains the variables of the runtime, and no secret', () => {
  const { TZ, LC_ALL, NODE_OPTIONS, NODE_EXTRA_CA_CERTS } = ENVIRONMENT
  // The cache that this process uses, and not the one that a variable names.
  const runtime = { TZ, LC_ALL, NODE_OPTIONS, NODE_EXTRA_CA_CERTS, ...compileCache() }
  assert.notEqual(compileCache()['NODE_COMPILE_CACHE'], ENVIRONMENT.NODE_COMPILE_CACHE)
  assert.deepEqual(childEnvironment({}, ENVIRONMENT), runtime)
  const { OTEL_EXPORTER_OTLP_HEADERS, PGPASSWORD } = ENVIRONMENT
  assert.deepEqual(childEnvironment({ usesLibraries: true }, ENVIRONMENT), {
    ...runtime,
    OTEL_EXPORTER_OTLP_HEADERS,
    PGPASSWORD,
  })
})
