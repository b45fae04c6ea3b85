import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NORMALIZE_ENVELOPE } from '../upstream/normalize-message.ts'
import { OPERATIONS, type Arguments, type MessageOf, type OperationId } from '../game/operations.ts'
import type { AnyParameter } from '../api/parameter.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { GatewayCall, GatewayReply } from '../game/gateway.ts'
import type { Region } from '../game/region.ts'
import { createEmbeddedGateway, type EmbeddedGateway } from '../dataset/embedded-gateway.ts'
import { drawPlainCards } from './cards/plain-cards-for-tests.ts'
import { createDemoDataset } from './demo-dataset.ts'
import type { RawParameters } from './demo-example.ts'

/** A demo for one test file. */
export interface DemoForTests {
  readonly file: string
  readonly gateway: EmbeddedGateway
  /** Sets the wall time that the gateway sees. */
  setWallMs(nowMs: number): void
  /** Sets the game time that the gateway sees. */
  setGameMs(nowMs: number): void
  /** Returns the message of a gateway that answers synchronously. */
  ask<Id extends OperationId>(
    operation: Id,
    region: Region,
    args: Arguments<Id>,
  ): MessageOf<Id> | undefined
  /** Returns the message of a gateway that may answer asynchronously. */
  askLong<Id extends OperationId>(
    operation: Id,
    region: Region,
    args: Arguments<Id>,
  ): Promise<MessageOf<Id> | undefined>
  /** Returns the message as the client receives it, or `undefined` for a 404. */
  askClosed<Id extends OperationId>(operation: Id, region: Region, args: Arguments<Id>): unknown
  /** Closes the dataset and removes its folder. */
  remove(): Promise<void>
}

/** The default wall and game time of a demo for tests: noon of 15 June 2026. */
export const DEMO_TEST_MS = Date.UTC(2026, 5, 15, 12)

/** Returns a synchronous reply of a gateway. Throws if the reply is a promise. */
export function readNow(gateway: EmbeddedGateway, call: GatewayCall): GatewayReply {
  const reply = gateway.read(call)
  if (reply instanceof Promise) throw new Error(`${call.operation} returned a promise.`)
  return reply
}

/**
 * Creates a demo in a temporary folder and opens a gateway on it, at {@link DEMO_TEST_MS} by
 * default.
 */
export async function openDemoForTests(seed = 1): Promise<DemoForTests> {
  const folder = await mkdtemp(join(tmpdir(), 'backline-demo-'))
  const file = join(folder, 'dataset.db')
  await createDemoDataset({ file, seed, drawCards: drawPlainCards })
  let [wallMs, gameMs] = [DEMO_TEST_MS, DEMO_TEST_MS]
  const clock: Clock = { nowMs: () => wallMs, monotonicMs: () => wallMs, after: () => () => {} }
  const sizes = { boardRows: 100, searchResults: 50, announcements: 200 }
  const gateway = createEmbeddedGateway({ file, clock, gameNowMs: () => gameMs, sizes })

  function ask<Id extends OperationId>(operation: Id, region: Region, args: Arguments<Id>) {
    const { message } = readNow(gateway, { operation, region, arguments: args })
    return message as MessageOf<Id> | undefined
  }

  return {
    file,
    gateway,
    setWallMs(value) {
      wallMs = value
    },
    setGameMs(value) {
      gameMs = value
    },
    ask,
    async askLong(operation, region, args) {
      const { message } = await gateway.read({ operation, region, arguments: args })
      return message as never
    },
    askClosed(operation, region, args) {
      const message = ask(operation, region, args)
      return message === undefined ? undefined : closed(operation, message)
    },
    async remove() {
      gateway.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Parses the raw parameters of an example into typed arguments, as the flow does. */
export function typedArguments<Id extends OperationId>(
  operation: Id,
  raw: RawParameters,
): Arguments<Id> {
  const parameters: Readonly<Record<string, AnyParameter>> = OPERATIONS[operation].parameters
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { kind, defaultValue }]) => {
      const value = raw[name] ?? defaultValue
      const isRanks = kind.kind === 'list' && kind.item.kind === 'rank'
      return [name, isRanks ? (value as string[]).map(Number) : value]
    }),
  ) as Arguments<Id>
}

/** Returns the normalized message; bytes stay unchanged. */
export function closed(operation: OperationId, message: unknown): unknown {
  const { response } = OPERATIONS[operation]
  return response === 'image/png' ? message : NORMALIZE_ENVELOPE[response](message)
}
