import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** Milliseconds for the connection and the handshake. */
const CONNECT_MS = 2_500

/** Port of https where the address names none. */
const HTTPS_PORT = 443

/**
 * Returns when the TLS certificate of an https address ends, in Unix milliseconds. Rejects within
 * 2.5 s when the server is unreachable. Sends no request.
 */
export function readCertificateEnd(address: string): Promise<number> {
  const { hostname, port } = new URL(address)
  const host = hostname.replaceAll(/[[\]]/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect({
    host,
    port: port === '' ? HTTPS_PORT : Number(port),
    // TLS sends no address as a server name (RFC 6066, section 3).
    ...(isIP(host) === 0 && { servername: host }),
    // An expired certificate is to be read, not to be trusted.
    rejectUnauthorized: false,
    timeout: CONNECT_MS,
  })
  const fail = (error: Error) => {
    socket.destroy()
    reject(error)
  }
  socket.on('secureConnect', () => {
    const endMs = Date.parse(socket.getPeerCertificate().valid_to)
    socket.destroy()
    if (Number.isFinite(endMs)) resolve(endMs)
    else reject(new Error('The server has no certificate.'))
  })
  socket.on('timeout', () => fail(new Error('The server did not answer in time.')))
  socket.on('error', fail)
  return promise
}

/** Returns the reader of the certificate of an issuer; `undefined` without one or without TLS. */
export function certificateReader(issuer: string | undefined): (() => Promise<number>) | undefined {
  if (issuer === undefined || !issuer.startsWith('https:')) return undefined
  return () => readCertificateEnd(issuer)
}
