import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createFormat } from '../words/format.ts'
import { Foot } from './frame/foot.tsx'
import { keepLook, readLook, type Look } from './frame/look.ts'
import { NotFound } from './frame/not-found.tsx'
import { PAGES } from './frame/pages.ts'
import { pathTo } from './frame/place.ts'
import { PortalContext, type Portal } from './frame/portal-context.ts'
import { TopBar } from './frame/top-bar.tsx'
import { useOnline } from '../parts/use-online.ts'
import { useOptions } from './frame/use-options.ts'
import { useWay } from './frame/use-way.ts'
import { ConfirmDialog } from './parts/confirm-dialog.tsx'
import { Notice, ProblemNotice, Skeleton } from './parts/notice.tsx'
import { PageHead } from './parts/page-head.tsx'
import { FRAME_TEXTS } from './texts/frame-texts.ts'

/** How long something that was said stays on the page. */
const SAID_MS = 4_000

/** The whole portal: the frame, and in it the page that the address says. */
export function App(): JSX.Element {
  const way = useWay()
  const { place, go } = way
  const [look, setLook] = useState(() => readLook(place.query))
  const { lang } = look
  const texts = FRAME_TEXTS[lang]
  const format = useMemo(
    () => createFormat(lang, Intl.DateTimeFormat().resolvedOptions().timeZone),
    [lang],
  )
  const { options, problem, reload } = useOptions()
  const isOnline = useOnline()
  const [said, setSaid] = useState({ text: '', round: 0 })
  const say = useCallback(
    (text: string) => setSaid(({ round }) => ({ text, round: round + 1 })),
    [],
  )
  const here = useRef('')
  here.current = location.pathname + location.search
  const toSignIn = useCallback(() => {
    way.guard(undefined)
    const to = new URLSearchParams({ to: here.current })
    go(here.current === pathTo('applications') ? pathTo('signIn') : `${pathTo('signIn')}?${to}`)
  }, [go])
  useEffect(() => {
    document.documentElement.lang = lang
    document.documentElement.dataset['theme'] = look.theme
  }, [lang, look.theme])
  useEffect(() => {
    if (said.text === '') return undefined
    const timer = setTimeout(() => say(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])

  const portal: Portal = {
    place,
    lang,
    texts,
    format,
    look,
    setLook: (next: Look) => {
      keepLook(next)
      setLook(next)
    },
    options: options ?? { registration: 'invitation', apiOrigin: location.origin },
    go,
    setQuery: way.setQuery,
    say,
    reload,
    sessionOver: useCallback(() => void reload(), [reload]),
    guard: way.guard,
  }
  const page = place.page === undefined ? undefined : PAGES[place.page]
  const developer = options?.developer
  const needsSignIn =
    options !== undefined &&
    developer === undefined &&
    page !== undefined &&
    page.access !== 'anyone'
  useEffect(() => {
    if (needsSignIn) toSignIn()
  }, [needsSignIn])

  const shown = `${place.page} ${place.id}`
  const focused = useRef(shown)
  useEffect(() => {
    // Who goes to another page begins to read at its heading.
    if (focused.current === shown) return
    focused.current = shown
    document.querySelector('h1')?.focus()
  }, [shown])

  return (
    <PortalContext.Provider value={portal}>
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        {!isOnline && (
          <div class="notice warn" role="status">
            <p>{texts.offline}</p>
          </div>
        )}
        {developer?.state === 'waiting' && (
          <Notice kind="warn">
            <p>
              <strong>{texts.waiting.title}</strong> {texts.waiting.help}
            </p>
          </Notice>
        )}
        {body()}
      </main>
      <Foot />
      <p class="said" role="status">
        {/* The same words a second time are another element: only what is new is read out. */}
        {said.text !== '' && <span key={said.round}>{said.text}</span>}
      </p>
      {way.leaving !== undefined && (
        <ConfirmDialog
          title={texts.leave.title}
          action={texts.leave.go}
          cancel={texts.leave.stay}
          onConfirm={async () => way.answerLeaving(true)}
          onClose={() => way.answerLeaving(false)}
        >
          <p>{way.leaving.words}</p>
        </ConfirmDialog>
      )}
    </PortalContext.Provider>
  )

  function body(): JSX.Element {
    if (options === undefined || needsSignIn) {
      return (
        <>
          <PageHead title={texts.title} />
          {problem === undefined ? (
            <Skeleton />
          ) : (
            <ProblemNotice problem={problem} retry={() => void reload()} />
          )}
        </>
      )
    }
    if (page === undefined || (page.access === 'operator' && developer?.isOperator !== true)) {
      return <NotFound />
    }
    return <page.show key={shown} />
  }
}
