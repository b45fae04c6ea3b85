import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createServer, type Server } from 'node:tls'
import { programPath } from '../../scripts/cluster/find-program.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { systemClock } from '../platform/time/system-clock.ts'
import { DAY_MS } from '../platform/time/time-units.ts'
import { checkHealth } from './health-check.ts'
import { certificateReader } from './read-certificate.ts'
import { readHealth } from './read-health.ts'

/** Days for which the certificate of the test's provider is valid. */
const VALID_DAYS = 2

/** Creates a certificate of 127.0.0.1 that nobody trusts. */
function createCertificate(folder: string) {
  const [keyFile, certFile] = [join(folder, 'tls.key'), join(folder, 'tls.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', keyFile, '-out', certFile]
  const subject = ['-subj', '/CN=127.0.0.1', '-days', String(VALID_DAYS)]
  execFileSync(programPath('openssl'), ['req', '-x509', ...key, ...files, ...subject], {
    stdio: 'pipe',
  })
  return { key: readFileSync(keyFile), cert: readFileSync(certFile) }
}

describe('the certificate of a sign-in provider', () => {
  const dataDir = temporaryFolder()
  let server: Server
  let issuer: string
  before(async () => {
    server = createServer(createCertificate(dataDir), (socket) => socket.end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}/realms/game`
  })
  after(() => server.close())

  /** Returns the finding about the certificate, as of a time that is `aheadMs` from now. */
  const findingOf = async (aheadMs: number) => {
    const facts = await readHealth({
      config: { dataDir, databaseUrl: undefined },
      clock: systemClock,
      node: undefined,
      tries: {},
      certificateEnd: certificateReader(issuer),
    })
    const checks = checkHealth({ ...facts, nowMs: facts.nowMs + aheadMs })
    return checks.find(({ subject }) => subject === 'certificate')?.finding
  }

  it('is reported before it ends and after, although it is not trusted', async () => {
    assert.equal(await findingOf(-30 * DAY_MS), 'certificate_valid')
    assert.equal(await findingOf(0), 'certificate_ending')
    assert.equal(await findingOf(VALID_DAYS * DAY_MS), 'certificate_ended')
  })

  it('is reported as unread while the provider does not listen', async () => {
    server.close()
    await once(server, 'close')
    assert.equal(await findingOf(0), 'certificate_unread')
  })

  it('is not read without TLS or without a provider', () => {
    assert.equal(certificateReader('http://127.0.0.1:1'), undefined)
    assert.equal(certificateReader(undefined), undefined)
  })
})
