import { useEffect, useRef, useState } from 'preact/hooks'
import type { Region } from '../../shared/i18n/regions.ts'
import { publicPath } from './api-client.ts'
import { isStreamRetained } from './retain-stream.ts'

/** State of the stream; `away` while the page is hidden. */
export type LiveState = 'connecting' | 'open' | 'away'

/** What the stream subscribes to. */
export interface LiveOptions {
  readonly region: Region
  /** For example `event:2002`; `undefined` subscribes to nothing. */
  readonly board: string | undefined
  readonly onSnapshot: (atMs: number, points: ReadonlyMap<number, number>) => void
  /** Called with a new prediction, as JSON. */
  readonly onPrediction: (text: string) => void
  /** Called on any other change, or after missed messages: the shown data must be reloaded. */
  readonly onChange: () => void
}

const CHANGES = ['gap.began', 'gap.ended', 'event.started', 'event.ended', 'missed']

/** Delay before a rejected stream is opened again. */
const AGAIN_MS = 15_000

/**
 * Subscribes to the stream while the page is visible, or {@link isStreamRetained}: browsers allow
 * few connections per host.
 */
export function useLive(options: LiveOptions): LiveState {
  const { region, board } = options
  const [state, setState] = useState<LiveState>('connecting')
  const handlers = useRef(options)
  handlers.current = options
  useEffect(() => {
    if (board === undefined) return undefined
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = ''
    const open = () => {
      setState('connecting')
      const query = last === '' ? { board } : { board, after: last }
      source = new EventSource(publicPath(region, '/live', query))
      source.addEventListener('open', () => setState('open'))
      listen(source, handlers, (id) => {
        last = id
      })
      source.addEventListener('error', () => {
        setState('connecting')
        // The browser reconnects after a lost connection, but not after a rejection.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS)
      })
    }
    const shut = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    const update = () => {
      if (document.hidden && isStreamRetained()) return
      shut()
      if (document.hidden) setState('away')
      else {
        open()
        handlers.current.onChange()
      }
    }
    open()
    document.addEventListener('visibilitychange', update)
    return () => {
      document.removeEventListener('visibilitychange', update)
      shut()
    }
  }, [region, board])
  return state
}

/** Calls the handlers with what a stream brings, and `onId` with the id of each event. */
function listen(
  source: EventSource,
  handlers: { readonly current: LiveOptions },
  onId: (id: string) => void,
): void {
  const on = (type: string, handle: (text: string) => void) => {
    source.addEventListener(type, (event: MessageEvent<string>) => {
      if (event.lastEventId !== '') onId(event.lastEventId)
      handle(event.data)
    })
  }
  on('snapshot', (text) => {
    const { atMs, points } = readSnapshot(text)
    handlers.current.onSnapshot(atMs, points)
  })
  on('prediction', (text) => handlers.current.onPrediction(text))
  for (const type of CHANGES) on(type, () => handlers.current.onChange())
}

function readSnapshot(data: string): { atMs: number; points: ReadonlyMap<number, number> } {
  const { fetchedAt = '0', rows = [] } = JSON.parse(data) as {
    readonly fetchedAt?: string
    readonly rows?: readonly { readonly rank?: number; readonly points?: number }[]
  }
  const points = rows.map(({ rank = 0, points: value = 0 }) => [rank, value] as const)
  return { atMs: Number(fetchedAt), points: new Map(points) }
}
