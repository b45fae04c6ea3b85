/** Path of every page; `{id}` is one segment. */
export const ROUTES = {
  applications: '/portal',
  application: '/portal/applications/{id}',
  usage: '/portal/usage',
  requests: '/portal/requests',
  request: '/portal/requests/{id}',
  webhooks: '/portal/webhooks',
  webhook: '/portal/webhooks/{id}',
  audit: '/portal/audit',
  account: '/portal/account',
  leaked: '/portal/leaked',
  signIn: '/portal/sign-in',
  requestAccess: '/portal/request-access',
  plan: '/portal/plan',
  operator: '/portal/operator',
  operatorDevelopers: '/portal/operator/developers',
  operatorDeveloper: '/portal/operator/developers/{id}',
  operatorAccess: '/portal/operator/access-requests',
  operatorIncidents: '/portal/operator/incidents',
  operatorPlans: '/portal/operator/plans',
  operatorInvitations: '/portal/operator/invitations',
  operatorAudit: '/portal/operator/audit',
} as const satisfies Readonly<Record<string, `/portal${string}`>>

/** Name of a page. */
export type PageName = keyof typeof ROUTES

/** The current route. */
export interface Route {
  /** `undefined` for an unknown page. */
  readonly page: PageName | undefined
  /** The `{id}` of the path; empty without one. */
  readonly id: string
  readonly query: URLSearchParams
}

/** Returns the path of a page. */
export function pathTo(page: PageName, id = ''): string {
  return ROUTES[page].replace('{id}', encodeURIComponent(id))
}

/** Parses a path with its query. */
export function parseRoute({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): Route {
  const query = new URLSearchParams(search)
  const path = pathname.replace(/\/+$/, '')
  for (const page of Object.keys(ROUTES) as PageName[]) {
    const [before = '', behind] = ROUTES[page].split('{id}')
    if (behind === undefined) {
      if (path === before) return { page, id: '', query }
      continue
    }
    const id = path.startsWith(before) ? decode(path.slice(before.length)) : ''
    if (id !== '' && !path.slice(before.length).includes('/')) return { page, id, query }
  }
  return { page: undefined, id: '', query }
}

/** Returns `path` if it is a path of the portal, else the start page: prevents open redirects. */
export function safePath(text: string | null): string {
  return text !== null && /^\/portal(?:[/?][\w\-./?=&%:,]*)?$/.test(text) && !text.includes('//')
    ? text
    : ROUTES.applications
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
