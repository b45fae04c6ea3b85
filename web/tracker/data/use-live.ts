import { useEffect, useRef, useState } from 'preact/hooks'
import type { Region } from '../../shared/i18n/regions.ts'
import { publicPath } from './api-client.ts'

/** State of the stream; `away` while the page is hidden. */
export type LiveState = 'connecting' | 'open' | 'away'

/** What the stream subscribes to. */
export interface LiveOptions {
  readonly region: Region
  /** For example `event:2002`; `undefined` subscribes to nothing. */
  readonly board: string | undefined
  readonly onSnapshot: (atMs: number, points: ReadonlyMap<number, number>) => void
  /** Called on any other change, or after missed messages: the shown data must be reloaded. */
  readonly onChange: () => void
}

const CHANGES = ['gap.began', 'gap.ended', 'event.started', 'event.ended', 'missed']

/** Delay before a rejected stream is opened again. */
const AGAIN_MS = 15_000

/** Subscribes to the stream while the page is visible: browsers allow few connections per host. */
export function useLive({ region, board, onSnapshot, onChange }: LiveOptions): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const handlers = useRef({ onSnapshot, onChange })
  handlers.current = { onSnapshot, onChange }
  useEffect(() => {
    if (board === undefined) return undefined
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = ''
    const note = ({ lastEventId }: MessageEvent) => {
      if (lastEventId !== '') last = lastEventId
    }
    const open = () => {
      setState('connecting')
      const query = last === '' ? { board } : { board, after: last }
      source = new EventSource(publicPath(region, '/live', query))
      source.addEventListener('open', () => setState('open'))
      source.addEventListener('snapshot', (event: MessageEvent<string>) => {
        note(event)
        const { atMs, points } = readSnapshot(event.data)
        handlers.current.onSnapshot(atMs, points)
      })
      for (const type of CHANGES) {
        source.addEventListener(type, (event) => {
          note(event)
          handlers.current.onChange()
        })
      }
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

function readSnapshot(data: string): { atMs: number; points: ReadonlyMap<number, number> } {
  const { fetchedAt = '0', rows = [] } = JSON.parse(data) as {
    readonly fetchedAt?: string
    readonly rows?: readonly { readonly rank?: number; readonly points?: number }[]
  }
  const points = rows.map(({ rank = 0, points: value = 0 }) => [rank, value] as const)
  return { atMs: Number(fetchedAt), points: new Map(points) }
}
