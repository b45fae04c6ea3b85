import { Type } from '#libraries/typebox'
import { Compile } from '#libraries/typebox-compile'
import type { Clock } from '../../platform/time/clock.ts'
import { wait } from '../../platform/concurrency/wait.ts'
import { REGIONS } from '../../game/region.ts'
import { HOUR_MS } from '../../platform/time/time-units.ts'
import { exportName, parseExportName } from '../exports/export-file-name.ts'
import { ExportProblem } from './import-problem.ts'
import { FILE_BYTES_MAX } from './import-file.ts'

/** Maximum milliseconds without data from another instance. */
const IDLE_MAX_MS = 30_000

/** Maximum milliseconds for one response. */
const ANSWER_MAX_MS = HOUR_MS

/** Maximum `Retry-After` in seconds that is honored, and maximum retries of one request. */
const WAIT_MAX_S = 120
const WAITS_MAX = 5

/** Maximum bytes of a list: about 20 years of days. */
const LIST_BYTES_MAX = 4 * 2 ** 20

const listShape = Compile(
  Type.Object({
    files: Type.Optional(
      Type.Array(
        Type.Object({
          file: Type.String(),
          sha256: Type.String(),
          bytes: Type.Integer({ minimum: 1, maximum: FILE_BYTES_MAX }),
        }),
      ),
    ),
  }),
)

/** An export file of another instance. */
export interface ListedFile {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  readonly url: string
}

/** Returns the URLs of the lists at a URL: itself, or, for an origin, those of all regions. */
export function listUrls(url: string): readonly string[] {
  const { origin, pathname } = new URL(url)
  if (pathname !== '/') return [`${origin}${pathname.replace(/\/$/, '')}`]
  return REGIONS.map((region) => `${origin}/api/public/v1/game/${region}/exports`)
}

/**
 * Fetches and validates a list of files, oldest day first. Rejects with an {@link ExportProblem}.
 */
export async function parseList(
  url: string,
  clock: Pick<Clock, 'after'>,
): Promise<readonly ListedFile[]> {
  const pieces = await Array.fromAsync(fetchBytes(url, LIST_BYTES_MAX, clock))
  let list: unknown
  try {
    list = JSON.parse(Buffer.concat(pieces).toString())
  } catch (cause) {
    throw new ExportProblem('The response is not JSON.', { cause })
  }
  if (!listShape.Check(list)) throw new ExportProblem('The response is not a list of export files.')
  const files = list.files ?? []
  return files.map(({ file, sha256, bytes }) => {
    const name = parseExportName(file)
    if (name === undefined || name.sha256 !== sha256 || exportName(name) !== file) {
      throw new ExportProblem('The list names a file that is not an export file.')
    }
    return { name: file, sha256, bytes, url: `${url}/${file}` }
  })
}

/**
 * Yields the bytes of a listed file. Throws an {@link ExportProblem} unless they are as many as
 * listed.
 */
export async function* fetchFile(
  { url, bytes }: ListedFile,
  clock: Pick<Clock, 'after'>,
): AsyncGenerator<Uint8Array> {
  let got = 0
  for await (const piece of fetchBytes(url, bytes, clock)) {
    got += piece.length
    yield piece
  }
  if (got !== bytes) throw new ExportProblem('The file has fewer bytes than listed.')
}

/**
 * Yields the bytes of a response, up to `bytesMax`. Honors `Retry-After`. Follows no redirects, so
 * that only the named host is contacted.
 */
async function* fetchBytes(
  url: string,
  bytesMax: number,
  clock: Pick<Clock, 'after'>,
): AsyncGenerator<Uint8Array> {
  const deadlines = createDeadlines(clock)
  try {
    const { body } = await fetchWithRetries(url, deadlines, clock)
    let got = 0
    for await (const piece of body ?? []) {
      deadlines.renew()
      got += piece.length
      if (got > bytesMax) throw new ExportProblem(`The response has more than ${bytesMax} bytes.`)
      yield piece
    }
  } catch (error) {
    if (error instanceof ExportProblem) throw error
    const { reason } = deadlines.signal
    if (reason instanceof ExportProblem) throw reason
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ExportProblem(`The download failed: ${why}.`, { cause: error })
  } finally {
    deadlines.end()
  }
}

async function fetchWithRetries(
  url: string,
  deadlines: Deadlines,
  clock: Pick<Clock, 'after'>,
): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    deadlines.renew()
    const response = await fetch(url, { redirect: 'error', signal: deadlines.signal })
    if (response.status === 200) return response
    await response.body?.cancel()
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    const asksToWait = [429, 503].includes(response.status) && seconds > 0 && seconds <= WAIT_MAX_S
    if (!asksToWait || waits === WAITS_MAX) {
      throw new ExportProblem(`The server responded with status ${response.status}.`)
    }
    deadlines.suspend()
    await wait(clock, seconds * 1_000)
  }
}

/** The two timeouts of a response. */
interface Deadlines {
  readonly signal: AbortSignal
  /** Restarts the timeout for silence. */
  renew(): void
  /** Suspends the timeout for silence. */
  suspend(): void
  end(): void
}

function createDeadlines(clock: Pick<Clock, 'after'>): Deadlines {
  const controller = new AbortController()
  const abort = (what: string) => () => controller.abort(new ExportProblem(`${what}.`))
  const cancelWhole = clock.after(ANSWER_MAX_MS, abort('The response took longer than an hour'))
  let cancelIdle = () => {}
  return {
    signal: controller.signal,
    renew: () => {
      cancelIdle()
      cancelIdle = clock.after(IDLE_MAX_MS, abort('The server sent nothing for 30 seconds'))
    },
    suspend: () => cancelIdle(),
    end: () => {
      cancelIdle()
      cancelWhole()
    },
  }
}
