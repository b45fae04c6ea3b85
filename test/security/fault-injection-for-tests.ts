import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import process from 'node:process'

// Loaded into a server of the canary test by `--import`. On SIGWINCH it throws an uncaught
// exception; with PLANTED_LEAK set, every request writes its authorization to the log in every
// encoding, so that the test can fail.
process.on('SIGWINCH', () => {
  throw new Error('planted crash')
})

if (process.env['PLANTED_LEAK'] !== undefined) {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { readonly request: IncomingMessage }
    const { authorization = '' } = request.headers
    const bytes = Buffer.from(authorization)
    const forms = {
      plain: authorization,
      base64: bytes.toString('base64'),
      hex: bytes.toString('hex'),
      url: [...bytes].map((byte) => `%${byte.toString(16)}`).join(''),
      reversed: Array.from(authorization).toReversed().join(''),
    }
    process.stdout.write(`${JSON.stringify(forms)}\n`)
  })
}
