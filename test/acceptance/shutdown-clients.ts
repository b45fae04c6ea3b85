import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { programPath } from '../../scripts/cluster/find-program.ts'

/** The keyed resource that all clients but the browser request. */
const TARGET = '/api/open/v1/game/jp/announcements'
/** A resource that a page may fetch without a key. */
const PUBLIC_TARGET = '/api/public/v1/game/jp/events/current'
/** Milliseconds that clients wait between an answer and their next request. */
export const THINK_MS = [0, 10, 100] as const
/** Clients of each kind with each think time. */
export const CLIENTS = 4
const WRK_CONNECTIONS = 8
/** Milliseconds after which a request of the browser counts as lost. */
const BROWSER_TIMEOUT_MS = 20_000
/** Answers after which a client counts as busy. */
const BUSY_ANSWERS = 3

/** Requests of one client until the server accepted no new connections. */
export interface ClientResult {
  readonly client: string
  readonly answered: number
  /** The cause of each lost request. */
  readonly lost: readonly string[]
}

/** Clients that run until the server accepts no new connections. */
export interface RunningClients {
  /** Resolves when each client has had three answers. */
  readonly busy: Promise<unknown>
  /** Ends clients that would otherwise retry for ever. Call it when the server has exited. */
  readonly end: () => void
  readonly results: Promise<readonly ClientResult[]>
}

/**
 * Sends one request. Rejects with `ECONNREFUSED` when the server accepts no connection; any other
 * rejection is a loss.
 */
type SendRequest = () => Promise<void>

/**
 * Starts clients that use Node's `fetch` and raw sockets: `CLIENTS` of each with each think time.
 */
export function startNodeClients(origin: string, key: string): RunningClients {
  const clients = THINK_MS.flatMap((thinkMs) =>
    Array.from({ length: CLIENTS }, () => [
      runClient(`fetch ${thinkMs}`, requestByFetch(origin, key), thinkMs),
      runClient(`socket ${thinkMs}`, requestBySocket(origin, key), thinkMs),
    ]).flat(),
  )
  return {
    busy: Promise.all(clients.map(({ busy }) => busy)),
    end: () => {},
    results: Promise.all(clients.map(({ result }) => result)),
  }
}

/**
 * Starts `naive` and `careful` clients of `keep-alive-clients.py`: `CLIENTS` of each with each
 * think time.
 */
export function startPythonClients(origin: string, key: string): RunningClients {
  const { hostname, port } = new URL(origin)
  const kinds = THINK_MS.flatMap((thinkMs) =>
    Array.from({ length: CLIENTS }, () => [`naive:${thinkMs}`, `careful:${thinkMs}`]).flat(),
  )
  const script = join(import.meta.dirname, 'keep-alive-clients.py')
  const child = spawn(programPath('python3'), [script, hostname, port, TARGET, key, ...kinds], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const busy = once(lines, 'line')
  const results = busy.then(async () => {
    const [line] = (await once(lines, 'line')) as [string]
    return JSON.parse(line) as ClientResult[]
  })
  return { busy, end: () => {}, results }
}

/**
 * Starts wrk without think time. It retries refused connections until `end`, and those are not
 * losses.
 */
export function startWrk(origin: string, key: string): RunningClients {
  const header = `Authorization: Bearer ${key}`
  const options = [
    '-t1',
    `-c${WRK_CONNECTIONS}`,
    '-d120s',
    '--timeout',
    '60s',
    '-H',
    header,
    origin + TARGET,
  ]
  const child = spawn(programPath('wrk'), options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const results = text(child.stdout).then((output) => {
    const answered = Number(/([0-9]+) requests in/.exec(output)?.[1])
    // Absent when there were none. wrk counts refused connections as write errors, so those say
    // nothing.
    const [, read = '0', timeout = '0'] =
      /Socket errors: .*read ([0-9]+), write [0-9]+, timeout ([0-9]+)/.exec(output) ?? []
    const failed = /Non-2xx.*: ([0-9]+)/.exec(output)?.[1] ?? '0'
    const losses = { 'read error': read, timeout, 'status not 2xx': failed }
    const lost = Object.entries(losses).flatMap(([kind, count]) =>
      Array.from({ length: Number(count) }, () => kind),
    )
    return [{ client: 'wrk', answered, lost }]
  })
  // wrk reports nothing until its end; its first half second is far more than three answers.
  return { busy: setTimeout(500), end: () => void child.kill('SIGINT'), results }
}

/**
 * Starts a browser page per think time, each with `fetch` in a loop over the browser's connections.
 * A failure other than a refused connection is a loss.
 */
export function startBrowserClients(browser: Browser, origin: string): RunningClients {
  const clients = THINK_MS.map((thinkMs) => {
    const busy = Promise.withResolvers<void>()
    const run = async (): Promise<ClientResult> => {
      const context = await browser.newContext()
      const page = await context.newPage()
      const failures: string[] = []
      page.on('requestfailed', (failed) => failures.push(failed.failure()?.errorText ?? 'failed'))
      await page.exposeFunction('onBusy', () => busy.resolve())
      // An empty page of the server's origin, so that only the loop below requests anything.
      const blank = `${origin}/blank-for-tests`
      await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
      await page.goto(blank)
      const answers = await page.evaluate(fetchUntilRefused, {
        target: PUBLIC_TARGET,
        thinkMs,
        busyAnswers: BUSY_ANSWERS,
        timeoutMs: BROWSER_TIMEOUT_MS,
      })
      busy.resolve()
      await context.close()
      const lost = failures.filter((failure) => failure !== 'net::ERR_CONNECTION_REFUSED')
      return {
        client: `browser ${thinkMs}`,
        answered: answers.length,
        lost: [...lost, ...answers.filter((status) => status !== '200')],
      }
    }
    return { busy: busy.promise, result: run() }
  })
  return {
    busy: Promise.all(clients.map(({ busy }) => busy)),
    end: () => {},
    results: Promise.all(clients.map(({ result }) => result)),
  }
}

/** Runs in the page: fetches until a fetch fails, and returns the status of each answer. */
async function fetchUntilRefused(loop: {
  target: string
  thinkMs: number
  busyAnswers: number
  timeoutMs: number
}): Promise<string[]> {
  const statuses: string[] = []
  for (;;) {
    try {
      const signal = AbortSignal.timeout(loop.timeoutMs)
      const answer = await fetch(loop.target, { cache: 'no-store', signal })
      await answer.text()
      statuses.push(String(answer.status))
    } catch {
      return statuses
    }
    if (statuses.length === loop.busyAnswers) (globalThis as unknown as { onBusy(): void }).onBusy()
    await new Promise((resolve) => globalThis.setTimeout(resolve, loop.thinkMs))
  }
}

function runClient(client: string, send: SendRequest, thinkMs: number) {
  const busy = Promise.withResolvers<void>()
  const run = async (): Promise<ClientResult> => {
    const lost: string[] = []
    for (let answered = 0; ; answered += 1) {
      try {
        await send()
      } catch (error) {
        if (codeOf(error) === 'ECONNREFUSED') return { client, answered, lost }
        lost.push(describe(error))
      }
      if (answered === BUSY_ANSWERS) busy.resolve()
      if (thinkMs > 0) await setTimeout(thinkMs)
    }
  }
  return { busy: busy.promise, result: run() }
}

/** Returns an error with its causes: `fetch` says only in its cause what failed. */
function describe(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  return cause === undefined ? String(error) : `${String(error)}: ${describe(cause)}`
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause === undefined ? undefined : codeOf(cause))
}

function requestByFetch(origin: string, key: string): SendRequest {
  return async () => {
    const answer = await fetch(origin + TARGET, { headers: { authorization: `Bearer ${key}` } })
    await answer.text()
    assert.equal(answer.status, 200)
  }
}

/**
 * Reuses one connection as load generators do, until an answer says `Connection: close` or the
 * server closes it.
 */
function requestBySocket(origin: string, key: string): SendRequest {
  const { hostname, port } = new URL(origin)
  const request = `GET ${TARGET} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
  let open: ReturnType<typeof connect> | undefined
  return async () => {
    // Closed by the server while idle: no request was sent, so none is lost.
    if (open?.readableEnded === true || open?.destroyed === true) open = undefined
    const socket = (open ??= connect(Number(port), hostname).on('error', () => {}))
    if (socket.connecting) await once(socket, 'connect')
    let received = ''
    const answered = Promise.withResolvers<void>()
    const read = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const [head = '', body = ''] = received.split('\r\n\r\n', 2)
      const length = Number(/^Content-Length: ([0-9]+)/m.exec(head)?.[1])
      if (body.length === length) answered.resolve()
    }
    const fail = () => answered.reject(new Error(`closed after ${received.length} bytes`))
    socket.on('data', read).once('close', fail).once('error', fail)
    socket.write(request)
    try {
      await answered.promise
    } catch (error) {
      open = undefined
      throw error
    }
    socket.off('data', read).off('close', fail).off('error', fail)
    assert.match(received, /^HTTP\/1\.1 200 /)
    if (!received.includes('\r\nConnection: close')) return
    open = undefined
    socket.destroy()
  }
}
