import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { createFormat } from '../shared/i18n/format.ts'
import { useLoadedMessages } from '../shared/i18n/use-loaded-messages.ts'
import { Footer } from './layout/footer.tsx'
import { storePreferences, readPreferences, type Preferences } from './layout/preferences.ts'
import { NotFound } from './layout/not-found.tsx'
import { PAGES } from './layout/pages.ts'
import { pathTo } from './layout/route.ts'
import { PortalContext, type Portal, type SignInOptions } from './layout/portal-context.ts'
import { MaintenanceNotice } from './layout/maintenance-notice.tsx'
import { QuotaAlert } from './layout/quota-alert.tsx'
import { TopBar } from './layout/top-bar.tsx'
import { useOnline } from '../shared/components/use-online.ts'
import { useSignInOptions, type LoadedSignIn } from './layout/use-sign-in-options.ts'
import { useRouter, type Router } from './layout/use-router.ts'
import { ConfirmDialog } from './components/confirm-dialog.tsx'
import { Link } from './components/link.tsx'
import { Notice, ProblemNotice } from './components/notice.tsx'
import { Skeleton } from './components/skeleton.tsx'
import { PageHeader } from './components/page-header.tsx'
import { loadMessages, type LoadedMessages } from './messages/load-messages.ts'

/** How long a message stays visible. */
const MESSAGE_MS = 4_000

/** What is loaded before the first rendering, so that nothing moves when it arrives. */
export interface FirstLoad {
  readonly texts: LoadedMessages
  /** `undefined` if it takes long. */
  readonly signIn: LoadedSignIn | undefined
}

/** Renders the portal: layout and current page. */
export function App({ first }: { readonly first: FirstLoad }): JSX.Element {
  const router = useRouter()
  const { route } = router
  const { portal, signIn, message, toSignIn } = usePortal(router, first)
  const { common } = portal
  const { options } = signIn
  const isOnline = useOnline()
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
  useHeadingFocus(shown)

  return (
    <PortalContext.Provider value={portal}>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <TopBar isPending={options === undefined && signIn.problem === undefined} />
      <main id="content" tabIndex={-1}>
        <Notices isOnline={isOnline} developer={developer} common={common} />
        {options === undefined || needsSignIn ? (
          <Loading {...signIn} common={common} />
        ) : (
          <CurrentPage page={page} isOperator={developer?.isOperator === true} shown={shown} />
        )}
        {developer?.state === 'active' && <QuotaAlert />}
      </main>
      <Footer />
      <p class="said" role="status">
        {/* A new element per message, so that screen readers announce a repeated text again. */}
        {message.text !== '' && <span key={message.round}>{message.text}</span>}
      </p>
      <LeaveDialog router={router} common={common} />
    </PortalContext.Provider>
  )
}

type CommonMessages = Portal['common']

/** Returns what every page uses, the sign-in options, and the message of the moment. */
function usePortal(router: Router, first: FirstLoad) {
  const { route, navigate } = router
  const [preferences, setLook] = useState(() => readPreferences(route.query))
  const { lang, messages } = useLoadedMessages(loadMessages, preferences.lang, first.texts)
  const { common } = messages
  const format = useMemo(
    () => createFormat(lang, Intl.DateTimeFormat().resolvedOptions().timeZone),
    [lang],
  )
  const signIn = useSignInOptions(first.signIn)
  const { options, reload } = signIn
  const { message, announce } = useMessage()
  const toSignIn = useSignInRedirect(router)
  useEffect(() => {
    document.documentElement.lang = lang
    document.documentElement.dataset['theme'] = preferences.theme
  }, [lang, preferences.theme])

  const portal: Portal = {
    route,
    lang,
    messages,
    common,
    format,
    preferences,
    setPreferences: (next: Preferences) => {
      storePreferences(next)
      setLook(next)
    },
    options: options ?? {
      registration: 'invitation',
      canRequestAccess: false,
      apiOrigin: location.origin,
    },
    navigate,
    setQuery: router.setQuery,
    announce,
    reload,
    onSessionEnded: useCallback(() => void reload(), [reload]),
    guard: router.guard,
  }
  return { portal, signIn, message, toSignIn }
}

/** Returns the current message, and the function that shows one for four seconds. */
function useMessage() {
  const [message, setMessage] = useState({ text: '', round: 0 })
  const announce = useCallback(
    (text: string) => setMessage(({ round }) => ({ text, round: round + 1 })),
    [],
  )
  useEffect(() => {
    if (message.text === '') return undefined
    const timer = setTimeout(() => announce(''), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])
  return { message, announce }
}

/** Returns the function that leads to the sign-in page, and from there back to the current page. */
function useSignInRedirect(router: Router): () => void {
  const { navigate } = router
  const here = useRef('')
  here.current = location.pathname + location.search
  return useCallback(() => {
    router.guard(undefined)
    const to = new URLSearchParams({ to: here.current })
    navigate(
      here.current === pathTo('applications') ? pathTo('signIn') : `${pathTo('signIn')}?${to}`,
    )
  }, [navigate])
}

/** Moves the focus to the heading of each new page. */
function useHeadingFocus(shown: string): void {
  const focused = useRef(shown)
  useEffect(() => {
    if (focused.current === shown) return
    focused.current = shown
    document.querySelector('h1')?.focus()
  }, [shown])
}

/** Renders what concerns every page: no network, and a developer who is not approved yet. */
function Notices({
  isOnline,
  developer,
  common,
}: {
  readonly isOnline: boolean
  readonly developer: SignInOptions['developer']
  readonly common: CommonMessages
}): JSX.Element {
  return (
    <>
      {!isOnline && (
        <div class="notice warn" role="status">
          <p>{common.offline}</p>
        </div>
      )}
      {developer?.state === 'waiting' && (
        <Notice kind="warn">
          <p>
            <strong>{common.waiting.title}</strong> {common.waiting.help}{' '}
            <Link to={pathTo('plan')}>{common.waiting.tell}</Link>
          </p>
        </Notice>
      )}
      <MaintenanceNotice />
    </>
  )
}

/** Renders the question before a guarded page is left. */
function LeaveDialog({
  router,
  common,
}: {
  readonly router: Router
  readonly common: CommonMessages
}): JSX.Element | undefined {
  if (router.leaving === undefined) return undefined
  return (
    <ConfirmDialog
      title={common.leave.title}
      action={common.leave.go}
      cancel={common.leave.stay}
      onConfirm={async () => router.confirmLeave(true)}
      onClose={() => router.confirmLeave(false)}
    >
      <p>{router.leaving.message}</p>
    </ConfirmDialog>
  )
}

/** Renders what stands in for a page until it is known who is signed in. */
function Loading({
  problem,
  reload,
  common,
}: Pick<ReturnType<typeof useSignInOptions>, 'problem' | 'reload'> & {
  readonly common: CommonMessages
}): JSX.Element {
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

/** Renders the page of the route, if it exists for this developer. */
function CurrentPage({
  page,
  isOperator,
  shown,
}: {
  readonly page: (typeof PAGES)[keyof typeof PAGES] | undefined
  readonly isOperator: boolean
  /** Identifies the page and its object: another one starts with fresh state. */
  readonly shown: string
}): JSX.Element {
  if (page === undefined || (page.access === 'operator' && !isOperator)) return <NotFound />
  return <page.show key={shown} />
}
