import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { announcePrediction } from '../public/prediction.ts'
import { eventSnapshot, liveSnapshot, START, startPublicScene } from '../public/scene.ts'

const MINUTE_MS = 60_000

/** Options of {@link startChatBot}. */
export interface ChatBotOptions {
  readonly folder: string
  /** Returns the command that runs the bot with these arguments. */
  readonly command: (words: readonly string[]) => readonly [program: string, ...words: string[]]
  readonly environment: Readonly<Record<string, string>>
}

/** A bot in its own process, with a server that it asks. */
export interface ChatBot {
  /** Where the chat platform reaches it. */
  readonly origin: string
  /** Runs the bot to its exit. Throws unless it succeeds. */
  run(words: readonly string[]): Promise<void>
  restart(): Promise<void>
  /** Lets the server predict rank 1. */
  predict(): Promise<void>
  /** Lets the server collect a snapshot of jp, `minutes` after the start of its event. */
  snapshot(minutes: number): Promise<void>
  stop(): Promise<void>
}

/** Waits until a condition holds. Rejects after ten seconds. */
export async function untilHolds(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !holds(); turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.ok(holds(), `not within ten seconds: ${holds.toString()}`)
}

/** Starts a server with the public scene, and a bot that is connected to its live stream. */
export async function startChatBot(options: ChatBotOptions): Promise<ChatBot> {
  const data = join(options.folder, 'server')
  mkdirSync(data)
  const scene = await startPublicScene(data)
  const port = await freePort()
  const environment = {
    PATH: process.env['PATH'],
    BACKLINE: scene.test.origin,
    PORT: String(port),
    ...options.environment,
  }
  // The server's clock stands still unless it is stepped; its live streams need it.
  const stepping = setInterval(() => scene.clock.advance(50), 50)
  const spawnBot = (words: readonly string[]): ChildProcess => {
    const [program, ...rest] = options.command(words)
    return spawn(program, rest, {
      cwd: options.folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'ignore'],
    })
  }
  const origin = `http://127.0.0.1:${port}`
  const start = async () => {
    const child = spawnBot([])
    await untilAnswered(origin)
    await untilHolds(() => scene.test.service.open() > 0)
    return child
  }
  const end = async (child: ChildProcess) => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await untilHolds(() => scene.test.service.open() === 0)
  }
  let bot = await start()
  return {
    origin,
    run: async (words) => {
      const [status] = await once(spawnBot(words), 'exit')
      assert.equal(status, 0)
    },
    restart: async () => {
      await end(bot)
      bot = await start()
    },
    predict: () => announcePrediction(scene),
    snapshot: async (minutes) => {
      const atMs = START + minutes * MINUTE_MS
      await scene.record(eventSnapshot('jp', atMs, minutes))
      await scene.notice(liveSnapshot('jp', atMs, minutes))
    },
    stop: async () => {
      await end(bot)
      clearInterval(stepping)
      await scene.test.stop()
    },
  }
}

async function untilAnswered(origin: string): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) {
    const answer = await fetch(origin, { method: 'POST' }).catch(() => undefined)
    if (answer !== undefined) return void (await answer.arrayBuffer())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.fail('The bot does not answer.')
}
