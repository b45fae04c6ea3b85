import { Type } from '#libraries/typebox'
import { Compile } from '#libraries/typebox-compile'
import type { Clock } from '../../domain/clock.ts'
import { pause } from '../../domain/pause.ts'
import { REGIONS } from '../../domain/region.ts'
import { HOUR_MS } from '../../domain/time-units.ts'
import { exportName, parseExportName } from '../exports/export-day.ts'
import { ExportProblem } from './export-problem.ts'
import { FILE_BYTES_MAX } from './take-in-file.ts'

/** Milliseconds that another instance may say nothing. */
const SILENCE_MAX_MS = 30_000

/** Milliseconds that one answer may take to its end. */
const ANSWER_MAX_MS = HOUR_MS

/** Seconds that we wait when another instance asks for it, at most, and how often for one answer. */
const WAIT_MAX_S = 120
const WAITS_MAX = 5

/** Bytes of a list: some 20 years of days. */
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

/** A file that another instance offers. */
export interface ListedFile {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  readonly url: string
}

/** The addresses of the lists that an address stands for: itself, or where it is an origin, those of all regions. */
export function listUrls(url: string): readonly string[] {
  const { origin, pathname } = new URL(url)
  if (pathname !== '/') return [`${origin}${pathname.replace(/\/$/, '')}`]
  return REGIONS.map((region) => `${origin}/api/public/v1/game/${region}/exports`)
}

/** Reads a list of files, the first day first. Rejects with an {@link ExportProblem} when it gets none that is right. */
export async function readList(
  url: string,
  clock: Pick<Clock, 'after'>,
): Promise<readonly ListedFile[]> {
  const pieces = await Array.fromAsync(fetchBytes(url, LIST_BYTES_MAX, clock))
  let list: unknown
  try {
    list = JSON.parse(Buffer.concat(pieces).toString())
  } catch (cause) {
    throw new ExportProblem('It gives no JSON.', { cause })
  }
  if (!listShape.Check(list)) throw new ExportProblem('It gives no list of files.')
  const files = list.files ?? []
  return files.map(({ file, sha256, bytes }) => {
    const name = parseExportName(file)
    if (name === undefined || name.sha256 !== sha256 || exportName(name) !== file) {
      throw new ExportProblem('It lists a file that is none of history.')
    }
    return { name: file, sha256, bytes, url: `${url}/${file}` }
  })
}

/** The bytes of a listed file, which are as many as the list says. */
export async function* fetchFile(
  { url, bytes }: ListedFile,
  clock: Pick<Clock, 'after'>,
): AsyncGenerator<Uint8Array> {
  let got = 0
  for await (const piece of fetchBytes(url, bytes, clock)) {
    got += piece.length
    yield piece
  }
  if (got !== bytes) throw new ExportProblem('It gives fewer bytes than its list says.')
}

/**
 * The bytes of an answer, up to `bytesMax`. Where it is asked to wait, it waits. Follows no redirect: an instance is where it was said to
 * be.
 */
async function* fetchBytes(
  url: string,
  bytesMax: number,
  clock: Pick<Clock, 'after'>,
): AsyncGenerator<Uint8Array> {
  const deadlines = createDeadlines(clock)
  try {
    const { body } = await askPatiently(url, deadlines, clock)
    let got = 0
    for await (const piece of body ?? []) {
      deadlines.renew()
      got += piece.length
      if (got > bytesMax) throw new ExportProblem(`It gives more than ${bytesMax} bytes.`)
      yield piece
    }
  } catch (error) {
    if (error instanceof ExportProblem) throw error
    const { reason } = deadlines.signal
    if (reason instanceof ExportProblem) throw reason
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ExportProblem(`It cannot be read: ${why}.`, { cause: error })
  } finally {
    deadlines.end()
  }
}

async function askPatiently(
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
      throw new ExportProblem(`It answers with status ${response.status}.`)
    }
    deadlines.rest()
    await pause(clock, seconds * 1_000)
  }
}

/** The two times after which an answer is given up. */
interface Deadlines {
  readonly signal: AbortSignal
  /** Something came: silence is counted from now on. */
  renew(): void
  /** Nothing is waited for. */
  rest(): void
  end(): void
}

function createDeadlines(clock: Pick<Clock, 'after'>): Deadlines {
  const controller = new AbortController()
  const abort = (what: string) => () => controller.abort(new ExportProblem(`It ${what}.`))
  const cancelWhole = clock.after(ANSWER_MAX_MS, abort('takes too long'))
  let cancelSilence = () => {}
  return {
    signal: controller.signal,
    renew: () => {
      cancelSilence()
      cancelSilence = clock.after(SILENCE_MAX_MS, abort('says nothing any more'))
    },
    rest: () => cancelSilence(),
    end: () => {
      cancelSilence()
      cancelWhole()
    },
  }
}
