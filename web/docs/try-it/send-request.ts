/** Characters of a response that are shown; more would make the page slow. */
const SHOWN_MAX = 200_000

/** Milliseconds until a request is given up, and a live stream is cut. */
const DEADLINE_MS = 20_000

/** The headers of a response that are shown. */
const HEADERS = ['x-fetched-at', 'age', 'cache-status', 'ratelimit', 'retry-after', 'x-request-id']

/** A response, as the page shows it. */
export interface ShownResponse {
  readonly isOk: boolean
  /** Status and duration. */
  readonly status: string
  readonly headers: string
  readonly body: HTMLElement
}

/**
 * Sends a request with a key, if it needs one. Of a stream, returns the first part. Rejects if
 * there is no response within 20 s.
 */
export async function sendRequest(target: string, key: string | undefined): Promise<ShownResponse> {
  const startMs = performance.now()
  const signal = AbortSignal.timeout(DEADLINE_MS)
  const response = await fetch(target, {
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    cache: 'no-store',
    signal,
  })
  const body = await readBody(response)
  const tookMs = Math.round(performance.now() - startMs)
  return {
    isOk: response.ok,
    status: `${response.status} ${response.statusText}, ${tookMs} ms`,
    headers: HEADERS.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [`${name}: ${value}`]
    }).join('\n'),
    body,
  }
}

async function readBody(response: Response): Promise<HTMLElement> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('image/png')) return pictureOf(await response.blob())
  if (type.startsWith('text/event-stream')) return textOf(await readFirstPart(response))
  if (type.startsWith('application/gzip')) {
    return textOf(`${(await response.arrayBuffer()).byteLength} bytes, gzip`)
  }
  return textOf(readable(await response.text()))
}

async function readFirstPart(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return ''
  const { value = '' } = await reader.read()
  await reader.cancel()
  return `${value}\n…`
}

function pictureOf(content: Blob): HTMLElement {
  const image = document.createElement('img')
  image.alt = 'The image of the response'
  image.src = URL.createObjectURL(content)
  image.addEventListener('load', () => URL.revokeObjectURL(image.src))
  return image
}

function textOf(text: string): HTMLElement {
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.textContent =
    text.length > SHOWN_MAX
      ? `${text.slice(0, SHOWN_MAX)}\n… ${text.length - SHOWN_MAX} more characters`
      : text
  return block
}

/** Returns JSON with indentation, and any other text unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
