/** Every page, by its path; `{id}` stands for a segment. */
export const PLACES = {
  applications: '/portal',
  application: '/portal/applications/{id}',
  usage: '/portal/usage',
  requests: '/portal/requests',
  request: '/portal/requests/{id}',
  audit: '/portal/audit',
  account: '/portal/account',
  leaked: '/portal/leaked',
  signIn: '/portal/sign-in',
  operator: '/portal/operator',
  operatorDevelopers: '/portal/operator/developers',
  operatorDeveloper: '/portal/operator/developers/{id}',
  operatorPlans: '/portal/operator/plans',
  operatorInvitations: '/portal/operator/invitations',
  operatorAudit: '/portal/operator/audit',
} as const satisfies Readonly<Record<string, `/portal${string}`>>

/** The name of a page. */
export type PageName = keyof typeof PLACES

/** Where the reader is. */
export interface Place {
  /** `undefined`: there is no such page. */
  readonly page: PageName | undefined
  /** What the path names; empty where it names nothing. */
  readonly id: string
  readonly query: URLSearchParams
}

/** The path of a page, with what it names. */
export function pathTo(page: PageName, id = ''): string {
  return PLACES[page].replace('{id}', encodeURIComponent(id))
}

/** Reads where a path with its query leads. */
export function readPlace({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): Place {
  const query = new URLSearchParams(search)
  const path = pathname.replace(/\/+$/, '')
  for (const page of Object.keys(PLACES) as PageName[]) {
    const [before = '', behind] = PLACES[page].split('{id}')
    if (behind === undefined) {
      if (path === before) return { page, id: '', query }
      continue
    }
    const id = path.startsWith(before) ? decode(path.slice(before.length)) : ''
    if (id !== '' && !path.slice(before.length).includes('/')) return { page, id, query }
  }
  return { page: undefined, id: '', query }
}

/** A path of the portal as it was given in a link; the first page for anything else, so that no link leads elsewhere. */
export function safePath(text: string | null): string {
  return text !== null && /^\/portal(?:[/?][\w\-./?=&%:,]*)?$/.test(text) && !text.includes('//')
    ? text
    : PLACES.applications
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
