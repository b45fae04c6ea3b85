import type { Config } from './config/read-config.ts'
import type { HistoryStore, RunQuery } from '../history/history-store.ts'
import type { QuotaStore } from '../quotas/quota.ts'
import type { Region } from '../game/region.ts'
import { CachedValue } from '../platform/concurrency/cached-value.ts'
import { certificateReader } from '../health/read-certificate.ts'
import { MINUTE_MS } from '../platform/time/time-units.ts'
import { settlesWithin } from '../platform/concurrency/settles-within.ts'
import type { NodeFacts } from '../health/health-check.ts'
import { readHealth } from '../health/read-health.ts'
import { outcomeUnknown } from '../portal/contract/portal-error.ts'
import type { PortalOperation } from '../portal/contract/portal-operation.ts'
import { PORTAL_OPERATIONS, type PortalOperationId } from '../portal/contract/portal-operations.ts'
import type { PortalAppOptions } from '../portal/portal-app.ts'
import { createAccessHandlers } from '../portal/access/access-handlers.ts'
import { createKeyHandlers } from '../portal/keys/key-handlers.ts'
import { createIncidentHandlers } from '../portal/operator/incident-handlers.ts'
import { createOperatorHandlers } from '../portal/operator/operator-handlers.ts'
import { createFindCurrentUser } from '../portal/sign-in/find-current-user.ts'
import { createSignInHandlers } from '../portal/sign-in/sign-in-handlers.ts'
import { createUsageHandlers } from '../portal/usage/usage-handlers.ts'
import { createWebhookHandlers } from '../portal/webhooks/webhook-handlers.ts'
import { createWebhookService } from '../webhooks/create-webhook-service.ts'
import type { PortalHandlers } from '../portal/portal-handlers.ts'
import type { NodeState, UsageOptions } from '../portal/usage/usage-options.ts'
import { defaultRun } from '../history/api/handlers/events/runs.ts'
import { StoreUnavailable } from '../platform/sql/store-guard.ts'
import type { ServedAccounts } from '../accounts/store/open-served-accounts.ts'
import type { OpenUsage } from './open-usage.ts'
import { createPortalOrigins } from '../portal/portal-origins.ts'
import type { AppPlatform } from './app-platform.ts'
import type { IncidentFeed } from './public/incident-feed.ts'

/** The dependencies of the portal handlers. */
export interface PortalHandlersOptions {
  readonly accounts: Pick<ServedAccounts, 'service' | 'pepper'>
  readonly usage: Pick<OpenUsage, 'store' | 'findRecord'>
  readonly quotas: Pick<QuotaStore, 'read'>
  readonly history: Pick<HistoryStore, 'runs' | 'watches'>
  readonly incidents: Pick<IncidentFeed, 'read' | 'announced'>
  /** Reads the state of this node. */
  readonly state: () => Omit<NodeFacts, 'ready' | 'draining'> & NodeState
}

/** The handlers of every portal operation. */
export type CreatedHandlers = Pick<
  PortalAppOptions,
  'handlers' | 'findCurrentUser' | 'addNavigation'
>

/**
 * Milliseconds for identifying the user, and for the answer: together below the deadline of a
 * reply.
 */
const [VISITOR_MS, ANSWER_MS] = [4_000, 6_000]

/**
 * Milliseconds for the event of an example request. With the 5 s of a management transaction below
 * the 6 s of an answer, so that a slow history costs nobody a key that has been created.
 */
const EVENT_MS = 500

/**
 * Creates the handlers of the portal. They are created once the accounts are loaded. Until then,
 * and while the accounts do not answer, each rejects; the pages are served regardless.
 */
export async function createPortalHandlers(
  config: Config,
  platform: Pick<AppPlatform, 'clock' | 'fillRandom' | 'observe'>,
  parts: PortalHandlersOptions,
): Promise<CreatedHandlers> {
  const { accounts } = parts
  const inTime = async <Result>(
    ms: number,
    asking: Promise<Result>,
    onLate: (error: Error) => Error = (error) => error,
  ): Promise<Result> => {
    if (await settlesWithin(platform.clock, ms, asking)) return asking
    throw onLate(new StoreUnavailable('The store did not answer in time.'))
  }
  let joined: PortalHandlers | undefined
  const handlers = Object.entries<PortalOperation>(PORTAL_OPERATIONS).map(([id, { method }]) => {
    const answer = async (input: object): Promise<unknown> => {
      joined ??= joinHandlers(config, platform, parts)
      // The types of the table hold for each operation separately, which a loop cannot express.
      return (joined[id as PortalOperationId] as (input: object) => Promise<unknown>)(input)
    }
    // A change of several transactions may continue after its answer.
    const onLate = method === 'POST' ? outcomeUnknown : undefined
    return [id, (input: object) => inTime(ANSWER_MS, answer(input), onLate)]
  })
  const findVisitor = createFindCurrentUser(() => accounts.service().signIn)
  return {
    handlers: Object.fromEntries(handlers) as PortalHandlers,
    findCurrentUser: (token) => inTime(VISITOR_MS, findVisitor(token)),
    addNavigation: await openProvider(config, platform, accounts),
  }
}

/** Creates the handlers of all groups. Throws if the accounts are not loaded yet. */
function joinHandlers(
  config: Config,
  { clock, fillRandom }: Pick<AppPlatform, 'clock' | 'fillRandom'>,
  { accounts, usage, quotas, history, incidents, state }: PortalHandlersOptions,
): PortalHandlers {
  const service = accounts.service()
  const origins = createPortalOrigins(config)
  const webhooks = createWebhookService(service, config.webhooks, { clock, fillRandom })
  const { registration, oidc, applicationsMax, accessRequestsDay, contact } = config.portal
  const canRequestAccess = oidc === undefined && accessRequestsDay > 0
  const providerName = oidc?.name
  return {
    ...createSignInHandlers({
      service: () => service.signIn,
      providerName,
      registration,
      contact,
      canRequestAccess,
      findMaintenance: () => readAnnounced(incidents),
      origins,
    }),
    ...createAccessHandlers({
      ...service,
      canRequestAccess,
      defaultLimits: config.defaultLimits,
    }),
    ...createKeyHandlers({
      ...service,
      keysLastUsed: usage.store.keysLastUsed,
      applicationsMax,
      apiOrigin: origins.api,
      eventOf: createEventOf(history, clock),
      nowMs: () => clock.nowMs(),
    }),
    ...createIncidentHandlers({ incidents: service.incidents, nowMs: () => clock.nowMs() }),
    ...createOperatorHandlers({
      ...service,
      identities: service.signIn.store.identities,
      lastUsed: usage.store.lastUsed,
    }),
    ...createWebhookHandlers(() => webhooks),
    ...createUsageHandlers({
      clock,
      store: usage.store,
      findRecord: usage.findRecord,
      names: () => service.names,
      quotas,
      state,
      health: createReadHealth({ config, clock, accounts, usage, history, state }),
    }),
  }
}

/** Returns the planned maintenance to announce now, without its id. */
async function readAnnounced(feed: PortalHandlersOptions['incidents']) {
  await feed.read()
  const next = feed.announced()
  return next && { title: next.title, fromMs: next.fromMs, untilMs: next.untilMs }
}

/** Milliseconds for which the end of the provider's certificate is cached. */
const CERTIFICATE_MS = 10 * MINUTE_MS

/** Creates the reader of the health checks: of this node, while it answers. */
function createReadHealth({
  config,
  clock,
  accounts,
  usage,
  history,
  state,
}: Pick<PortalHandlersOptions, 'accounts' | 'usage' | 'history' | 'state'> & {
  readonly config: Config
  readonly clock: AppPlatform['clock']
}): UsageOptions['health'] {
  const issuer = certificateReader(config.portal.oidc?.issuer)
  // The view asks every few seconds; a certificate changes every few weeks.
  const certificate = issuer && new CachedValue(clock, CERTIFICATE_MS, issuer)
  return () => {
    const node = state()
    const isUp = Object.values(node.stores).every((store) => store === 'up')
    return readHealth({
      config,
      clock,
      node: { ...node, ready: isUp && !node.overloaded, draining: false },
      tries: { history: () => history.watches(), usage: () => usage.store.lastUsed(['nobody']) },
      countPending: () => accounts.service().accessRequests.countPending(),
      certificateEnd: certificate && (() => certificate.read()),
    })
  }
}

/** Maximum number of coming runs that are read to find the next one. */
const COMING_MAX = 1_000

/**
 * Creates a function that returns the event for the example request of a new key, within 500 ms: a
 * history that does not answer does not prevent creating a key.
 */
function createEventOf(history: PortalHandlersOptions['history'], clock: AppPlatform['clock']) {
  const find = async (region: Region): Promise<string | undefined> => {
    const atMs = Math.floor(clock.nowMs())
    const read = (query: Omit<RunQuery, 'region'>) =>
      history.runs({ region, ...query }).catch(() => [])
    const started = await read({ startsBeforeMs: atMs + 1, max: 1 })
    const runs = started.length > 0 ? started : await read({ startsFromMs: atMs, max: COMING_MAX })
    return defaultRun(runs, atMs)?.id
  }
  return async (region: Region): Promise<string | undefined> => {
    const finding = find(region)
    return (await settlesWithin(clock, EVENT_MS, finding)) ? finding : undefined
  }
}

/** Opens the configured sign-in provider. Its client is loaded only if there is one. */
async function openProvider(
  config: Config,
  { clock, fillRandom, observe }: Pick<AppPlatform, 'clock' | 'fillRandom' | 'observe'>,
  { service, pepper }: Pick<ServedAccounts, 'service' | 'pepper'>,
): Promise<PortalAppOptions['addNavigation']> {
  const { oidc, registration } = config.portal
  if (oidc === undefined) return () => {}
  const [{ createProvider }, { createAttempts }, { createAddProviderRoutes }] = await Promise.all([
    import('../portal/sign-in/oidc-provider.ts'),
    import('../portal/sign-in/sign-in-attempts.ts'),
    import('../portal/sign-in/provider-routes.ts'),
  ])
  return createAddProviderRoutes({
    service: () => service().signIn,
    provider: createProvider(oidc, clock),
    attempts: createAttempts({ pepper, fillRandom, nowMs: () => clock.nowMs() }),
    registration,
    originOf: createPortalOrigins(config).portal,
    clock,
    onFault: (requestId, where, error) => observe({ type: 'fault', requestId, where, error }),
  })
}
