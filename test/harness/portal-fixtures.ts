import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Compile } from 'typebox/compile'
import { portalFiles } from '../../src/compose/portal-files.ts'
import { PortalError } from '../../src/portal/contract/portal-error.ts'
import type { PortalOperation, PortalReply } from '../../src/portal/contract/portal-operation.ts'
import {
  PORTAL_OPERATIONS,
  type PortalOperationId,
  type PortalOperations,
} from '../../src/portal/contract/portal-operations.ts'
import { createPortalApp } from '../../src/portal/create-portal-app.ts'
import type { PortalAsked, PortalHandlers } from '../../src/portal/portal-handlers.ts'

/** What an operation answers in a test: a reply, what makes one, or what it refuses with. */
export type PortalFixture<Id extends PortalOperationId> =
  | PortalReply<PortalOperations[Id]>
  | PortalError
  | ((asked: PortalAsked<Id>) => PortalReply<PortalOperations[Id]> | PortalError)

/** Answers by operation; what is not among them is refused as `unavailable`. */
export type PortalFixtures = { [Id in PortalOperationId]?: PortalFixture<Id> }

/** The portal's pages over answers that a test gives. */
export interface PortalScene {
  readonly origin: string
  /** May be changed at any time. */
  readonly answers: PortalFixtures
  /** What was asked since the last time that this was emptied. */
  readonly asked: {
    readonly id: PortalOperationId
    readonly body: unknown
    readonly query: unknown
  }[]
  close(): Promise<void>
}

/** A session that browsers of the scene have. */
const TOKEN = 'T'.repeat(43)

/**
 * Serves the pages, and behind them the portal itself with its checks and headers, in which the answers alone come from a test.
 * Each is held to the table's schema. Whoever asks is signed in as the developer of `sign_in.options`, where that says one.
 */
export async function startPortalScene(answers: PortalFixtures): Promise<PortalScene> {
  const asked: PortalScene['asked'] = []
  const visitor = () => {
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
        asked.push({ id, body: question.body, query: { ...question.query } })
        const fixture = answers[id] as unknown
        const answer: unknown =
          typeof fixture === 'function'
            ? (fixture as (asked: unknown) => unknown)(question)
            : (fixture ?? new PortalError('unavailable', 'The test gives no answer to this.'))
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
    handlers,
    findVisitor: async () => visitor(),
    addNavigation: () => {},
    ...portalFiles(),
    origin: '',
    about: () => ({ requestId: 'request-of-the-test', network: '::1', name: () => {} }),
    onFault: (_, error) => {
      console.error(error)
    },
    requestsMinute: 1_000_000,
    nowMs: () => Date.now(),
  })
  const server = createServer((request, response) => {
    if (visitor() !== undefined) request.headers.cookie = `backline-session=${TOKEN}`
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
