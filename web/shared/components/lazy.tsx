import { h, type ComponentType, type JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** Options of {@link lazy}. */
export interface LazyOptions<Props> {
  /** Loads the component. Rejects if the server is unreachable. */
  readonly load: () => Promise<ComponentType<Props>>
  /** Rendered while it loads, in its shape. */
  readonly Placeholder: ComponentType<Props>
  /** Rendered if it could not be loaded. `retry` tries again. */
  readonly Failed: ComponentType<Props & { readonly retry: () => void }>
  /** Whether it loads only when the reader comes near it. */
  readonly isBelow?: boolean
}

/** A component that is loaded when it is first rendered. */
export interface LazyComponent<Props> {
  (props: Props): JSX.Element
  /** Loads it before. Never rejects: the component tells of a failure. */
  readonly preload: () => Promise<void>
}

/** Creates a component that is loaded when it is first rendered. */
export function lazy<Props extends object>({
  load,
  Placeholder,
  Failed,
  isBelow = false,
}: LazyOptions<Props>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const Lazy = (props: Props) => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(() =>
      loaded === undefined ? 'loading' : 'loaded',
    )
    const place = useRef<HTMLDivElement>(null)
    const isNear = useNear(place, !isBelow)
    useEffect(() => {
      if (state !== 'loading' || !isNear) return undefined
      let isMounted = true
      const run = async () => {
        try {
          loaded = await load()
          if (isMounted) setState('loaded')
        } catch {
          if (isMounted) setState('failed')
        }
      }
      void run()
      return () => {
        isMounted = false
      }
    }, [state, isNear])
    if (loaded !== undefined) return h(loaded, props)
    if (state === 'failed') return h(Failed, { ...props, retry: () => setState('loading') })
    return isBelow ? h('div', { ref: place }, h(Placeholder, props)) : h(Placeholder, props)
  }
  return Object.assign(Lazy, {
    preload: async () => {
      loaded = await load().catch(() => undefined)
    },
  })
}

/** Pixels around the screen that count as near. */
const NEAR_PX = 200

/** Returns whether the reader has come near an element, once they have. */
function useNear(place: { readonly current: HTMLElement | null }, isAlways: boolean): boolean {
  const [isNear, setNear] = useState(isAlways)
  useEffect(() => {
    if (isNear || place.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${NEAR_PX}px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return isNear
}
