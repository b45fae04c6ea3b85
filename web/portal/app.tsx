import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createFormat } from '../shared/i18n/format.ts'
import { Footer } from './layout/footer.tsx'
import { storePreferences, readPreferences, type Preferences } from './layout/preferences.ts'
import { NotFound } from './layout/not-found.tsx'
import { PAGES } from './layout/pages.ts'
import { pathTo } from './layout/route.ts'
import { PortalContext, type Portal } from './layout/portal-context.ts'
import { TopBar } from './layout/top-bar.tsx'
import { useOnline } from '../shared/components/use-online.ts'
import { useSignInOptions } from './layout/use-sign-in-options.ts'
import { useRouter } from './layout/use-router.ts'
import { ConfirmDialog } from './components/confirm-dialog.tsx'
import { Notice, ProblemNotice, Skeleton } from './components/notice.tsx'
import { PageHeader } from './components/page-header.tsx'
import { COMMON_MESSAGES } from './messages/common-messages.ts'

/** How long a message stays visible. */
const MESSAGE_MS = 4_000

/** Renders the portal: layout and current page. */
export function App(): JSX.Element {
  const router = useRouter()
  const { route, navigate } = router
  const [preferences, setLook] = useState(() => readPreferences(route.query))
  const { lang } = preferences
  const common = COMMON_MESSAGES[lang]
  const format = useMemo(
    () => createFormat(lang, Intl.DateTimeFormat().resolvedOptions().timeZone),
    [lang],
  )
  const { options, problem, reload } = useSignInOptions()
  const isOnline = useOnline()
  const [message, setMessage] = useState({ text: '', round: 0 })
  const announce = useCallback(
    (text: string) => setMessage(({ round }) => ({ text, round: round + 1 })),
    [],
  )
  const here = useRef('')
  here.current = location.pathname + location.search
  const toSignIn = useCallback(() => {
    router.guard(undefined)
    const to = new URLSearchParams({ to: here.current })
    navigate(
      here.current === pathTo('applications') ? pathTo('signIn') : `${pathTo('signIn')}?${to}`,
    )
  }, [navigate])
  useEffect(() => {
    document.documentElement.lang = lang
    document.documentElement.dataset['theme'] = preferences.theme
  }, [lang, preferences.theme])
  useEffect(() => {
    if (message.text === '') return undefined
    const timer = setTimeout(() => announce(''), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])

  const portal: Portal = {
    route,
    lang,
    common,
    format,
    preferences,
    setPreferences: (next: Preferences) => {
      storePreferences(next)
      setLook(next)
    },
    options: options ?? { registration: 'invitation', apiOrigin: location.origin },
    navigate,
    setQuery: router.setQuery,
    announce,
    reload,
    onSessionEnded: useCallback(() => void reload(), [reload]),
    guard: router.guard,
  }
  const page = route.page === undefined ? undefined : PAGES[route.page]
  const developer = options?.developer
  const needsSignIn =
    options !== undefined &&
    developer === undefined &&
    page !== undefined &&
    page.access !== 'anyone'
  useEffect(() => {
    if (needsSignIn) toSignIn()
  }, [needsSignIn])

  const shown = `${route.page} ${route.id}`
  const focused = useRef(shown)
  useEffect(() => {
    // Move the focus to the heading of the new page.
    if (focused.current === shown) return
    focused.current = shown
    document.querySelector('h1')?.focus()
  }, [shown])

  return (
    <PortalContext.Provider value={portal}>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        {!isOnline && (
          <div class="notice warn" role="status">
            <p>{common.offline}</p>
          </div>
        )}
        {developer?.state === 'waiting' && (
          <Notice kind="warn">
            <p>
              <strong>{common.waiting.title}</strong> {common.waiting.help}
            </p>
          </Notice>
        )}
        {body()}
      </main>
      <Footer />
      <p class="said" role="status">
        {/* A new element per message, so that screen readers announce a repeated text again. */}
        {message.text !== '' && <span key={message.round}>{message.text}</span>}
      </p>
      {router.leaving !== undefined && (
        <ConfirmDialog
          title={common.leave.title}
          action={common.leave.go}
          cancel={common.leave.stay}
          onConfirm={async () => router.confirmLeave(true)}
          onClose={() => router.confirmLeave(false)}
        >
          <p>{router.leaving.message}</p>
        </ConfirmDialog>
      )}
    </PortalContext.Provider>
  )

  function body(): JSX.Element {
    if (options === undefined || needsSignIn) {
      return (
        <>
          <PageHeader title={common.title} />
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
