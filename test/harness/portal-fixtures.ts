import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Compile } from 'typebox/compile'
import { portalFiles } from '../../src/portal/portal-files.ts'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import type { PortalOperation, PortalReply } from '../../src/portal/contract/portal-operation.ts'
import {
  PORTAL_OPERATIONS,
  type PortalOperationId,
  type PortalOperations,
} from '../../src/portal/contract/portal-operations.ts'
import { createPortalApp } from '../../src/portal/portal-app.ts'
import type { PortalRequestInfo, PortalHandlers } from '../../src/portal/portal-handlers.ts'

/** The response of an operation in a test: a reply, a function that returns one, or a rejection. */
export type PortalFixture<Id extends PortalOperationId> =
  | PortalReply<PortalOperations[Id]>
  | PortalError
  | ((asked: PortalRequestInfo<Id>) => PortalReply<PortalOperations[Id]> | PortalError)

/** Replies to what every page asks, where a test has no fixture. They are not recorded. */
const ON_EVERY_PAGE: PortalFixtures = {
  'usage.quota': {
    limits: { minute: 60, day: 10_000, concurrency: 4 },
    used: { minute: 0, day: 0, concurrency: 0 },
    minuteEndsAtMs: 0,
    dayEndsAtMs: 0,
    forecast: { hourly: 0 },
  },
  'plans.list': { plans: [], defaults: { minute: 60, day: 10_000, concurrency: 4 } },
}

/** Fixtures by operation; other operations are rejected as `unavailable`. */
export type PortalFixtures = { [Id in PortalOperationId]?: PortalFixture<Id> }

/** The portal pages with test fixtures. */
export interface PortalScene {
  readonly origin: string
  /** May change at any time. */
  readonly answers: PortalFixtures
  /** Requests since this was last emptied. */
  readonly asked: {
    readonly id: PortalOperationId
    readonly body: unknown
    readonly query: unknown
  }[]
  close(): Promise<void>
}

/** The session token of the test's browsers. */
const TOKEN = 'T'.repeat(43)

/**
 * Serves the portal pages and the portal with its checks and headers, answering from fixtures,
 * which are validated against their schemas. Requests are signed in as the developer of
 * `sign_in.options`, if any.
 */
export async function startPortalScene(answers: PortalFixtures): Promise<PortalScene> {
  const asked: PortalScene['asked'] = []
  const currentUser = () => {
    const options = answers['sign_in.options']
    if (options === undefined || options instanceof PortalError || typeof options === 'function') {
      return undefined
    }
    const { developer } = options
    if (developer === undefined) return undefined
    const { state, plan, ...rest } = developer
    return { ...rest, sessionId: 's', plan, isWaiting: state === 'waiting' }
  }
  const handlers = Object.fromEntries(
    Object.entries<PortalOperation>(PORTAL_OPERATIONS).map(([name, { reply }]) => {
      const id = name as PortalOperationId
      const validator = Compile(reply)
      const handle = async (question: { readonly body: unknown; readonly query: object }) => {
        const fixture = answers[id] as unknown
        const fallback = ON_EVERY_PAGE[id]
        if (fixture === undefined && fallback !== undefined) return fallback
        asked.push({ id, body: question.body, query: { ...question.query } })
        const answer: unknown =
          typeof fixture === 'function'
            ? (fixture as (asked: unknown) => unknown)(question)
            : (fixture ?? new PortalError('unavailable', 'This test has no fixture for it.'))
        if (answer instanceof PortalError) throw answer
        assert.ok(
          validator.Check(answer),
          `${id}: ${JSON.stringify([...validator.Errors(answer)])}`,
        )
        return answer
      }
      return [id, handle]
    }),
  ) as unknown as PortalHandlers
  const app = await createPortalApp({
    renderErrorPage: () => '',
    maintenanceLeftS: () => 0,
    handlers,
    findCurrentUser: async () => currentUser(),
    addNavigation: () => {},
    ...portalFiles(),
    origin: '',
    about: () => ({ requestId: 'request-of-the-test', network: '::1', name: () => {} }),
    onFault: (_, error) => {
      console.error(error)
    },
    isShed: () => false,
    requestsMinute: 1_000_000,
    accessRequestsDay: 1_000_000,
    nowMs: () => Date.now(),
  })
  const server = createServer((request, response) => {
    if (currentUser() !== undefined) request.headers.cookie = `backline-session=${TOKEN}`
    app.routing(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
      await app.close()
    },
  }
}
