import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findProgram, programPath } from '../../scripts/cluster/find-program.ts'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { startServer, type RunningServer } from '../../scripts/cluster/start-server.ts'

/** A TLS proxy in front of one server, with one origin for each way to connect. */
export interface TlsProxy {
  readonly server: RunningServer
  /** Keeps the connections of its clients and its own to the server. */
  readonly keptOrigin: string
  /** Closes every connection after one answer, on both sides. */
  readonly closingOrigin: string
}

/** Returns whether the programs of {@link startTlsProxy} are installed. */
export function hasTlsProxy(): boolean {
  return findProgram('nginx') !== undefined && findProgram('openssl') !== undefined
}

/** Starts nginx with a certificate of its own in front of `origin`. */
export async function startTlsProxy(folder: string, origin: string): Promise<TlsProxy> {
  const own = join(folder, 'proxy')
  mkdirSync(own)
  const [key, certificate] = [join(own, 'key.pem'), join(own, 'certificate.pem')]
  execFileSync(
    programPath('openssl'),
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=127.0.0.1 -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  const [kept, closing] = [await freePort(), await freePort()]
  const file = join(own, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const common = `ssl_certificate ${certificate}; ssl_certificate_key ${key};`
  writeFileSync(
    file,
    `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${own}/nginx.pid;
    events { worker_connections 4096; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${own}/${name};`).join('\n')}
      access_log off;
      proxy_http_version 1.1;
      upstream backline { server ${new URL(origin).host}; keepalive 64; }
      server {
        listen 127.0.0.1:${kept} ssl; ${common}
        keepalive_requests 1000000;
        location / { proxy_pass http://backline; proxy_set_header Connection ''; }
      }
      server {
        listen 127.0.0.1:${closing} ssl; ${common}
        keepalive_timeout 0;
        location / { proxy_pass ${origin}; proxy_set_header Connection close; }
      }
    }
    `,
  )
  const server = await startServer({
    program: programPath('nginx'),
    args: ['-p', own, '-c', file, '-e', join(own, 'error.log')],
    isReady: () => isListening(kept),
  })
  return {
    server,
    keptOrigin: `https://127.0.0.1:${kept}`,
    closingOrigin: `https://127.0.0.1:${closing}`,
  }
}

/** Resolves with true when a port accepts a connection; rejects otherwise. */
async function isListening(port: number): Promise<boolean> {
  // A plain request to a TLS port is answered with 400.
  return (await fetch(`http://127.0.0.1:${port}`)).status === 400
}
