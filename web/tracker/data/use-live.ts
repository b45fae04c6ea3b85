import { useEffect, useRef, useState } from 'preact/hooks'
import type { Region } from '../../words/regions.ts'
import { publicPath } from './ask.ts'

/** How the stream is doing; `away` while the page is not seen. */
export type LiveState = 'connecting' | 'open' | 'away'

/** What is listened to. */
export interface Listening {
  readonly region: Region
  /** As `event:2002`; `undefined`: to nothing. */
  readonly board: string | undefined
  readonly onSnapshot: (atMs: number, points: ReadonlyMap<number, number>) => void
  /** Anything else has happened, or what happened is not known: what is shown has to be asked for again. */
  readonly onChange: () => void
}

const CHANGES = ['gap.began', 'gap.ended', 'event.started', 'event.ended', 'missed']

/** How long until a stream that was refused is tried again. */
const AGAIN_MS = 15_000

/** Listens while the page is seen: browsers have few connections, and a hidden page needs none of them. */
export function useLive({ region, board, onSnapshot, onChange }: Listening): LiveState {
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
        // The browser comes back by itself after a loss, but not after a refusal.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS)
      })
    }
    const shut = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
    }
    const look = () => {
      shut()
      if (document.hidden) setState('away')
      else {
        open()
        handlers.current.onChange()
      }
    }
    open()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
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
