import process from 'node:process'
import { parentPort } from 'node:worker_threads'
import { encodeError } from './worker-errors.ts'
import { callByName } from './store-proxy.ts'
import { reniceThread, setEngineTuned } from '../engine-tuning/engine-tuning.ts'
import {
  CLOSE,
  type Methods,
  type MethodResult,
  type WorkerCall,
  type WorkerMessage,
  type WorkerReply,
} from './worker-protocol.ts'

/** A result with buffers that are transferred, not copied. */
export class Transfer<Result> {
  readonly result: Result
  readonly buffers: readonly ArrayBuffer[]

  constructor(result: Result, buffers: readonly ArrayBuffer[]) {
    this.result = result
    this.buffers = buffers
  }
}

/** The methods of a worker, and what releases its resources. */
export type WorkerHandlers<Api extends Methods<Api>> = {
  readonly [Name in keyof Api]: (
    ...args: Parameters<Api[Name]>
  ) => Returned<MethodResult<Api, Name>>
} & { close?(): Promise<void> }

type Returned<Result> = Result | Transfer<Result> | Promise<Result | Transfer<Result>>

/** What a worker has from its parent. */
export interface WorkerContext<Event> {
  /** The wall time of the parent when it sent the running call. */
  readonly clock: { readonly nowMs: () => number }
  /** Sends an event of the running call. */
  readonly report: (event: Event) => void
}

/** Creates the handlers of a worker from its configuration. */
export type CreateHandlers<Api extends Methods<Api>, Config, Event> = (
  config: Config,
  context: WorkerContext<Event>,
) => WorkerHandlers<Api> | Promise<WorkerHandlers<Api>>

/** The connection of a worker to its parent. */
interface Channel {
  onMessage(listener: (message: WorkerMessage) => void): void
  send(reply: WorkerReply, buffers: readonly ArrayBuffer[]): void
  readonly end: () => void
}

/**
 * Serves the calls of the parent of this thread or process, which exits with its parent. `create`
 * makes the handlers for the first call, and again for the next one if it failed.
 */
export function serveCalls<Api extends Methods<Api>, Config = undefined, Event = never>(
  create: CreateHandlers<Api, Config, Event>,
): void {
  const channel = parentPort === null ? openProcessChannel() : openThreadChannel(parentPort)
  let nowMs = 0
  let config: unknown
  let opened: Promise<WorkerHandlers<Api>> | undefined
  const context: WorkerContext<Event> = {
    clock: { nowMs: () => nowMs },
    report: (event) => channel.send({ event }, []),
  }
  const start = async () => {
    const handlers = await create(config as Config, context)
    channel.send({ isStarted: true }, [])
    return handlers
  }
  const open = () => {
    const opening = (opened ??= start())
    opening.catch(() => (opened = undefined))
    return opening
  }
  const execute = async ({ name, args }: WorkerCall) => {
    try {
      const returned = await callByName(await open(), name, args)
      const { result, buffers } =
        returned instanceof Transfer ? returned : { result: returned, buffers: [] }
      channel.send({ result }, buffers)
    } catch (error) {
      channel.send({ error: encodeError(error) }, [])
    }
  }
  const end = async () => {
    const handlers = await opened?.catch(() => undefined)
    await handlers?.close?.()
  }
  channel.onMessage((message) => {
    if (message === CLOSE) void end().finally(channel.end)
    else if ('name' in message) {
      ;({ nowMs } = message)
      void execute(message)
    } else {
      ;({ config } = message)
      setEngineTuned(message.isEngineTuned)
      if (message.isLowPriority) reniceThread()
    }
  })
}

function openThreadChannel(port: NonNullable<typeof parentPort>): Channel {
  return {
    onMessage: (listener) => void port.on('message', listener),
    send: (reply, buffers) => port.postMessage(reply, [...buffers]),
    end: () => port.close(),
  }
}

function openProcessChannel(): Channel {
  process.on('disconnect', () => process.exit(1))
  // Ignore signals to the process group: the parent decides when to exit.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  return {
    onMessage: (listener) => void process.on('message', listener),
    send: (reply) =>
      process.send?.(
        'result' in reply ? { ...reply, memoryBytes: process.memoryUsage.rss() } : reply,
      ),
    end: () => process.exit(0),
  }
}
