import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { programPath } from '../../scripts/cluster/find-program.ts'
import { startServer, type RunningServer } from '../../scripts/cluster/start-server.ts'
import { connectRaw } from './raw-socket.ts'

/** A proxy with a configuration of `deploy/` in front of a service. */
export interface TlsProxy extends RunningServer {
  readonly origin: string
}

/** Options of a proxy. */
export interface TlsProxyOptions {
  /** Its own folder; created if missing. */
  readonly folder: string
  /** The public and the admin origin of the service behind it. */
  readonly origin: string
  readonly adminOrigin: string
  /** Port to listen on; by default any free one. */
  readonly port?: number
  /** Changes the configuration before the start, for example to shorten timeouts. */
  readonly edit?: (text: string) => string
}

/**
 * The configurations in `deploy/`; only addresses, the certificate and the folders that nginx
 * writes are replaced.
 */
const PROXIES = {
  nginx: {
    file: 'nginx.conf',
    args: (config: string, folder: string) => {
      const main = `daemon off; error_log stderr; pid ${folder}/nginx.pid;`
      return ['-c', config, '-p', folder, '-g', main]
    },
  },
  haproxy: {
    file: 'haproxy-tls.cfg',
    args: (config: string) => ['-db', '-f', config],
  },
} as const

/** Starts nginx or haproxy with the configuration of `deploy/` and a self-signed certificate. */
export async function startTlsProxy(
  name: keyof typeof PROXIES,
  { folder, origin, adminOrigin, port: wantedPort, edit = (text) => text }: TlsProxyOptions,
): Promise<TlsProxy> {
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.pem')]
  const subject = ['-subj', '/CN=data.example.org', '-days', '2']
  const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync(programPath('openssl'), ['req', '-x509', ...keyOptions, ...files, ...subject], {
    stdio: 'pipe',
  })
  // haproxy reads both from one file.
  writeFileSync(certificate, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  chmodSync(key, 0o600)

  const port = wantedPort ?? (await freePort())
  const { file, args } = PROXIES[name]
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const writable = tempPaths.map((path) => `${path}_temp_path ${folder}/${path};`).join(' ')
  const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replaceAll('/etc/backline', folder)
    .replaceAll('127.0.0.1:8787', new URL(origin).host)
    .replace('port 9787', `port ${new URL(adminOrigin).port}`)
    .replace('access_log off;', `access_log off; ${writable}`)
  const config = join(folder, file)
  writeFileSync(config, edit(text))
  const own = `https://127.0.0.1:${port}`
  const server = await startServer({
    program: programPath(name),
    args: args(config, folder),
    isReady: async () => {
      const connection = await connectRaw(own)
      connection.drop()
      return true
    },
  })
  return Object.assign(server, { origin: own })
}
