import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { gunzipSync } from 'node:zlib'
import { programPath } from '../../scripts/cluster/find-program.ts'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { startServer } from '../../scripts/cluster/start-server.ts'
import { readAnswer } from '../harness/same-answer.ts'

/**
 * Starts nginx, which serves the recorded answer from a file to requests with the key. Returns its
 * origin.
 */
export async function startNginx(folder: string): Promise<string> {
  const { headers, body, authorization } = readAnswer(folder)
  const own = mkdtempSync(join(folder, 'nginx-'))
  const root = join(own, 'root')
  mkdirSync(root)
  const isCompressed = headers.includes('Content-Encoding')
  writeFileSync(join(root, 'answer.json'), isCompressed ? gunzipSync(body) : body)
  if (isCompressed) writeFileSync(join(root, 'answer.json.gz'), body)
  const port = await freePort()
  const file = join(own, 'nginx.conf')
  writeFileSync(file, settings(own, authorization, port))
  const origin = `http://127.0.0.1:${port}`
  await startServer({
    program: programPath('nginx'),
    args: ['-p', own, '-c', file, '-e', join(own, 'error.log')],
    isReady: async () => (await fetch(origin)).status === 401,
  })
  return origin
}

/**
 * The burst makes limit_req count requests without rejecting any: its resolution is one
 * millisecond.
 */
function settings(own: string, authorization: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${own}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.map((name) => `${name}_temp_path ${own}/${name};`).join('\n')}
      access_log /dev/null;
      keepalive_requests 1000000000;
      sendfile on;
      open_file_cache max=10;
      map_hash_bucket_size 256;
      map $http_authorization $known { default 0; "${authorization}" 1; }
      limit_req_zone $http_authorization zone=keys:1m rate=1000000r/s;
      server {
        listen 127.0.0.1:${port};
        location / {
          if ($known = 0) { return 401; }
          limit_req zone=keys burst=1000000 nodelay;
          root ${own}/root;
          try_files /answer.json =404;
          default_type application/json;
          etag off;
          gzip_static on;
          gzip_vary on;
        }
      }
    }
  `
}
