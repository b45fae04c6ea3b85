import { MADE_MS, PORTAL_DEVELOPER, SIGNED_IN } from './portal-answers.ts'
import type { PortalFixtures } from './portal-fixtures.ts'
import { counted, PORTAL_APPLICATION, usageOf } from './portal-usage-answers.ts'

/** A signed-in operator. */
export const OPERATOR_SIGNED_IN = {
  ...SIGNED_IN,
  developer: { ...PORTAL_DEVELOPER, name: 'Grace', developerId: 'd_grace', isOperator: true },
} as const satisfies PortalFixtures['sign_in.options']

/** The operator's list: a developer in each state. */
export const LISTED = [
  {
    ...PORTAL_DEVELOPER,
    isSelfRegistered: false,
    activeKeys: 1,
    applications: 1,
    usedAtMs: MADE_MS,
  },
  {
    ...PORTAL_DEVELOPER,
    developerId: 'd_linus',
    name: 'Linus',
    state: 'waiting' as const,
    isSelfRegistered: true,
    activeKeys: 0,
    applications: 0,
  },
  {
    ...PORTAL_DEVELOPER,
    developerId: 'd_mallory',
    name: 'Mallory',
    state: 'suspended' as const,
    isSelfRegistered: false,
    plan: 'large',
    activeKeys: 2,
    applications: 1,
  },
]

/** The first of them, in detail. */
export const DETAILED = {
  ...PORTAL_DEVELOPER,
  isSelfRegistered: false,
  activeKeys: 1,
  applications: 1,
  usedAtMs: MADE_MS,
  ownLimits: { minute: 60 },
  applicationList: [PORTAL_APPLICATION],
  identities: [{ identityId: 'i_1', name: 'ada@example.com', createdAtMs: MADE_MS }],
  sessions: [
    {
      signedInBy: 'provider' as const,
      agent: 'a browser',
      createdAtMs: MADE_MS,
      usedAtMs: MADE_MS,
      expiresAtMs: MADE_MS + 86_400_000,
    },
  ],
}

/** Plans, one without a daily limit. */
export const PLANS = [
  { name: 'large', limits: { minute: 600, concurrency: 20 }, developers: 1 },
  { name: 'small', limits: { minute: 30, day: 1_000, concurrency: 2 }, developers: 0 },
]

/** Returns health checks of every level. */
export function healthOf(nowMs: number) {
  return {
    atMs: nowMs,
    level: 'red' as const,
    checks: [
      { subject: 'node', finding: 'node_ready' as const, level: 'green' as const },
      {
        subject: 'gateway-en',
        finding: 'gateway_cut_off' as const,
        level: 'red' as const,
        document: 'alerts#backlinegatewaycutoff',
      },
      {
        subject: 'backup',
        finding: 'backup_old' as const,
        level: 'amber' as const,
        document: 'backup',
        amount: 300_000_000,
      },
    ],
  }
}

/** Returns the state of the service, with every region in another state. */
export function serviceOf(nowMs: number) {
  const gateways = { tw: 'unasked', jp: 'answering', en: 'cut_off', kr: 'not_set' } as const
  return {
    atMs: nowMs,
    regions: (['tw', 'jp', 'en', 'kr'] as const).map((region, place) => ({
      region,
      gateway: gateways[region],
      callsInFlight: place,
      callsWaiting: 0,
      answers: place * 1_000,
      cacheHits: place * 600,
      joined: place * 150,
      upstreamCalls: place * 250,
      upstreamFailures: place * 3,
      ...(place > 0 && { meanAgeMs: 1_234.5, maxAgeMs: 9_876 }),
    })),
  }
}

/** Returns the usage of all developers. */
export function operatorUsageOf(nowMs: number) {
  return {
    ...usageOf(nowMs),
    developers: [
      { developerId: 'd_ada', name: PORTAL_DEVELOPER.name, ...counted(2_676, 103, 64) },
      { developerId: 'd_mallory', name: 'Mallory', ...counted(0, 40) },
    ],
  }
}

/** Returns invitations: an open and a used one. */
export function invitationsOf(nowMs: number) {
  return {
    invitations: [
      {
        invitationId: 'v_1',
        developerId: 'd_linus',
        name: 'Linus',
        isSelfRegistered: true,
        isOperator: false,
        createdAtMs: MADE_MS,
        expiresAtMs: nowMs + 3_600_000,
      },
      {
        invitationId: 'v_2',
        developerId: 'd_grace',
        name: 'Grace',
        isSelfRegistered: false,
        isOperator: true,
        createdAtMs: MADE_MS,
        expiresAtMs: nowMs + 3_600_000,
        usedAtMs: MADE_MS,
      },
    ],
  }
}
