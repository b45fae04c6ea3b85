import { DAY_MS, HOUR_MS } from '../../src/platform/time/time-units.ts'
import type { PortalAccessRequest } from '../../src/portal/contract/access-operations.ts'
import type {
  PortalApplication,
  PortalAuditEntry,
  PortalDeveloper,
  PortalKey,
} from '../../src/portal/contract/shapes.ts'
import type { PortalFixtures } from './portal-fixtures.ts'

/** Creation time of the fixtures. */
export const MADE_MS = Date.UTC(2026, 10, 20, 9)

/** The signed-in developer, whose name a page must escape. */
export const PORTAL_DEVELOPER: PortalDeveloper = {
  developerId: 'd_ada',
  name: 'Ada <script>alert(1)</script>',
  state: 'active',
  isOperator: false,
  limits: { minute: 60, day: 10_000, concurrency: 4 },
  createdAtMs: MADE_MS,
}

/** The sign-in options of a signed-in user. */
export const SIGNED_IN = {
  provider: 'Example ID',
  registration: 'open',
  canRequestAccess: false,
  developer: PORTAL_DEVELOPER,
  apiOrigin: 'https://api.example',
} as const satisfies PortalFixtures['sign_in.options']

/** The sign-in options without a user. */
export const SIGNED_OUT = {
  provider: 'Example ID',
  registration: 'open',
  canRequestAccess: false,
  apiOrigin: 'https://api.example',
} as const satisfies PortalFixtures['sign_in.options']

/** Returns a key valid for ninety days from now. */
export function portalKey(changes: Partial<PortalKey> = {}): PortalKey {
  return {
    keyId: 'bk_7Q2mXw',
    name: 'server',
    applicationId: 'a_bot',
    scopes: ['game:rankings'],
    regions: ['jp'],
    createdAtMs: MADE_MS,
    expiresAtMs: Date.now() + 90 * DAY_MS,
    isActive: true,
    ...changes,
  }
}

/** Returns an application with these keys. */
export function portalApplication(...keys: readonly PortalKey[]): PortalApplication {
  return { applicationId: 'a_bot', name: 'Cutoff bot', createdAtMs: MADE_MS, keys: [...keys] }
}

/** Returns the response to issuing a key, with a fake secret. */
export function issued(key: PortalKey): {
  readonly text: string
  readonly key: PortalKey
  readonly curl: string
} {
  const text = `bk_live_${key.keyId}_MadeUpForTheTestOfThePagesOnly0000000000`
  const curl = `curl -H 'Authorization: Bearer ${text}' 'https://api.example/api/open/v1/game/jp/event/ranking?eventId=101&ranks=100'`
  return { text, key, curl }
}

/** Keys in every state. */
export const OLD_KEYS: readonly PortalKey[] = [
  portalKey({ keyId: 'bk_new', name: 'server 2' }),
  portalKey({
    keyId: 'bk_old',
    replacedBy: 'bk_new',
    expiresAtMs: Date.now() + 20 * HOUR_MS,
    scopes: ['game:rankings', 'game:decks', 'game:profile-images'],
    regions: ['jp', 'tw', 'en', 'kr'],
  }),
  portalKey({ keyId: 'bk_gone', name: 'laptop', isActive: false, revokedAtMs: MADE_MS + DAY_MS }),
  portalKey({ keyId: 'bk_over', name: '', isActive: false, expiresAtMs: MADE_MS + DAY_MS }),
]

/** The developer's sessions: this one and a phone. */
export const SESSIONS = {
  sessions: [
    {
      sessionId: 's_here',
      isThis: true,
      signedInBy: 'provider',
      agent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      createdAtMs: MADE_MS,
      usedAtMs: Date.now() - 60_000,
      expiresAtMs: Date.now() + 20 * DAY_MS,
    },
    {
      sessionId: 's_phone',
      isThis: false,
      signedInBy: 'link',
      agent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
      createdAtMs: MADE_MS,
      usedAtMs: Date.now() - 5 * HOUR_MS,
      expiresAtMs: Date.now() + 20 * DAY_MS,
    },
  ],
} as const satisfies PortalFixtures['sessions.list']

/** The identities that may sign in. */
export const IDENTITIES = {
  identities: [{ identityId: 'i_ada', name: 'ada@example.org', createdAtMs: MADE_MS }],
}

/** Entries of an audit trail, newest first. */
export const AUDIT: readonly PortalAuditEntry[] = [
  {
    auditId: '4',
    atMs: MADE_MS + 3 * HOUR_MS,
    action: 'key.leaked',
    by: 'anyone',
    subject: 'bk_gone',
    details: {},
  },
  {
    auditId: '3',
    atMs: MADE_MS + 2 * HOUR_MS,
    action: 'developer.limits_set',
    by: 'operator',
    details: { minute: '120', day: '20000' },
  },
  {
    auditId: '2',
    atMs: MADE_MS + HOUR_MS,
    action: 'application.renamed',
    by: 'developer',
    byName: 'Ada <script>alert(1)</script>',
    subject: 'Cutoff bot',
    details: { name: 'Cutoff bot 2' },
  },
]

/** Plans: one for a part of the data, and one with everything. */
export const PLANS: Exclude<PortalFixtures['plans.list'], Function | Error | undefined> = {
  plans: [
    { name: 'gold', limits: { minute: 1_200, day: 500_000, concurrency: 40 } },
    {
      name: 'starter',
      limits: { minute: 60, day: 10_000, concurrency: 4 },
      scopes: ['game:rankings', 'game:announcements'],
      regions: ['jp'],
    },
  ],
  defaults: { minute: 300, day: 50_000, concurrency: 10 },
}

/** Requests in every state, newest first, with a text that a page must escape. */
export const ACCESS_REQUESTS: readonly PortalAccessRequest[] = [
  {
    accessRequestId: 'r_3',
    kind: 'more',
    state: 'pending',
    name: PORTAL_DEVELOPER.name,
    purpose: 'A bot for <b>cutoffs</b>.\nAbout 20,000 requests a day.',
    contact: 'ada@example.org',
    plan: 'gold',
    createdAtMs: MADE_MS + 2 * DAY_MS,
    answer: '',
  },
  {
    accessRequestId: 'r_2',
    kind: 'more',
    state: 'denied',
    name: PORTAL_DEVELOPER.name,
    purpose: 'More, please.',
    contact: 'ada@example.org',
    createdAtMs: MADE_MS + DAY_MS,
    decidedAtMs: MADE_MS + 2 * DAY_MS,
    answer: 'What do you need it for?',
  },
]
