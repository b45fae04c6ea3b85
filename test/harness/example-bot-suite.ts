import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../../scripts/cluster/free-port.ts'
import { createEmbeddedGateway } from '../../src/dataset/embedded-gateway.ts'
import { demoEventPeriod, DEMO_REPEAT_MS } from '../../src/demo/demo-calendar.ts'
import { startGameClock } from '../../src/game/game-clock.ts'
import type { Gateway } from '../../src/game/gateway.ts'
import { wait } from '../../src/platform/concurrency/wait.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/platform/time/time-units.ts'
import { startSimulator, type Simulator } from '../../src/simulator/start-simulator.ts'
import { copyTestDataset } from './copy-test-dataset.ts'
import { createFastClock } from './fast-clock.ts'
import type { FastServerOptions } from './fast-server-entry.ts'
import { temporaryFolder } from './temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder()
const TIMES = 20
const START_MS = Date.now()
const clock = createFastClock(TIMES, START_MS)
/** Game time of a minute: the boards grow visibly. */
const GAME_SPEED = 100
const KEY = 'key-of-the-bot-test'
const RANKS = [1, 2, 10, 57]
const WINDOW_MS = 15 * MINUTE_MS
/** The event that runs first, and the one after it. */
const [EVENT, NEXT] = ['2001', '2002']

/** An example bot, in any language. */
export interface ExampleBot {
  readonly name: string
  /** Why it cannot run here; false if it can. */
  readonly skip: string | false
  /** The document that shows lines of its output. */
  readonly document: string
  /** Prepares the folder of the bot. */
  readonly prepare: (folder: string) => void
  /** Returns the program that runs it, with a clock that is `times` as fast as the machine's. */
  readonly command: (times: number) => readonly [program: string, ...words: string[]]
  readonly environment: (own: Readonly<Record<string, string>>) => NodeJS.ProcessEnv
}

const ANNOUNCED_TURN_MS = START_MS + 4 * HOUR_MS
const NEXT_ENDS_MS = START_MS + 8 * HOUR_MS

const passMinutes = (minutes: number) => wait(clock, minutes * MINUTE_MS)

/** Waits for a condition, for an hour at most. */
async function until(condition: () => boolean): Promise<void> {
  const endMs = clock.nowMs() + HOUR_MS
  while (!condition()) {
    assert.ok(clock.nowMs() < endMs, `not within an hour: ${condition.toString()}`)
    await wait(clock, 5_000)
  }
}

/** A published line about a rank. */
interface RankLine {
  readonly atMs: number
  readonly event: string
  readonly rank: number
  readonly points: number | undefined
  readonly perHour: number | undefined
  readonly unknown: string | undefined
}

/**
 * Declares the tests of an example bot: ten accelerated minutes and more against a server in its
 * own process, through kills of both, maintenance and a moved event.
 */
export function testExampleBot(example: ExampleBot): void {
  describe(example.name, { skip: example.skip }, () => declareTests(example))
}

function declareTests(example: ExampleBot): void {
  /** The points that the game has returned, by event and fetch time. */
  const served = new Map<string, Readonly<Record<number, number>>>()
  const published: string[] = []
  let port = 0
  let simulator: Simulator
  let embedded: Gateway
  let server: ChildProcess
  let bot: ChildProcess

  before(async () => {
    const file = join(folder, 'game.db')
    await copyTestDataset(file)
    // The first event of the demo ends, and the second one starts, in the 22nd minute.
    const turnMs = demoEventPeriod('jp', 1).startMs + 400 * DEMO_REPEAT_MS
    const gameTime = { startsAtMs: turnMs - 22 * MINUTE_MS * GAME_SPEED, speed: GAME_SPEED }
    embedded = createEmbeddedGateway({
      file,
      clock,
      gameNowMs: startGameClock(clock, gameTime),
      sizes: { boardRows: 100, searchResults: 50, announcements: 200 },
    })
    const game: Gateway = {
      ...embedded,
      read: async (call, context) => {
        const answer = await embedded.read(call, context)
        if (call.operation === 'event.ranking') {
          const { ranking = [] } = answer.message as { ranking?: { rank: number; point: number }[] }
          const points = Object.fromEntries(ranking.map(({ rank, point }) => [rank, point]))
          served.set(`${String(call.arguments['eventId'])} ${answer.fetchedAtMs}`, points)
        }
        return answer
      },
    }
    simulator = await startSimulator({ data: game, clock, key: KEY })
    port = await freePort()
    mkdirSync(join(folder, 'bot'))
    example.prepare(join(folder, 'bot'))
    writeEvents(ANNOUNCED_TURN_MS)
    server = await startServer()
    bot = startBot()
  })
  after(async () => {
    for (const child of [bot, server]) await kill(child)
    await simulator.close()
    await embedded.close()
  })

  /** Announces the events; the first one ends when the second one starts. */
  function writeEvents(turnsAt: number): void {
    const startsAt = START_MS - HOUR_MS
    const events = [
      { region: 'jp', id: EVENT, name: 'Starlight', startsAt, endsAt: turnsAt },
      { region: 'jp', id: NEXT, startsAt: turnsAt, endsAt: NEXT_ENDS_MS },
    ]
    writeFileSync(join(folder, 'events.json'), JSON.stringify({ events }))
  }

  async function startServer(): Promise<ChildProcess> {
    const options: FastServerOptions = {
      folder,
      times: TIMES,
      startWallMs: START_MS,
      environment: {
        BACKLINE_LISTEN: `127.0.0.1:${port}`,
        BACKLINE_COLLECT: 'on',
        BACKLINE_COLLECT_RANKS: RANKS.join(','),
        BACKLINE_EVENTS_FILE: join(folder, 'events.json'),
        BACKLINE_GATEWAY_URL: simulator.origin,
        BACKLINE_GATEWAY_KEY: KEY,
      },
    }
    const entry = join(ROOT, 'test', 'harness', 'fast-server-entry.ts')
    const child = spawn(process.execPath, [entry, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error('The server has ended.'))),
    ])
    return child
  }

  function startBot(): ChildProcess {
    const [program, ...words] = example.command(TIMES)
    const child = spawn(program, words, {
      cwd: join(folder, 'bot'),
      env: example.environment({
        BACKLINE: `http://127.0.0.1:${port}`,
        RANKS: RANKS.join(','),
        WINDOW: '15m',
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      const lines = (text + more).split('\n')
      text = lines.pop() ?? ''
      published.push(...lines)
    })
    return child
  }

  const countOf = (line: RegExp) => published.filter((one) => line.test(one)).length

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Returns when the stored snapshots of an event were fetched. */
  async function storedTimes(event: string): Promise<readonly number[]> {
    const path = `/events/${event}/history?ranks=1&from=${START_MS}`
    const response = await fetch(`http://127.0.0.1:${port}/api/public/v1/game/jp${path}`)
    const { entries } = (await response.json()) as { entries: { fetchedAt?: string }[] }
    return entries.flatMap(({ fetchedAt }) => (fetchedAt === undefined ? [] : [Number(fetchedAt)]))
  }

  it('publishes no wrong number through kills, maintenance and a moved event', async () => {
    await passMinutes(3)
    await kill(bot)
    await passMinutes(1.5)
    bot = startBot()
    // The first speeds are known when the window is over; a busy machine has gaps of its own.
    await until(() => countOf(/ [+-]\d+\/h$/) >= 4)
    simulator.setFaults(['maintenance=60'])
    await until(() => countOf(/2001 no data \(maintenance\)/) > 0)
    simulator.setFaults([])
    // The first event ends, and the next one starts, earlier than announced; late enough that a busy
    // machine takes another snapshot of the first event and publishes its new end.
    const turnsAtMs = clock.nowMs() + 5 * MINUTE_MS
    writeEvents(turnsAtMs)
    await until(() => countOf(/ 2002 T1 /) >= 2)
    await kill(server)
    await passMinutes(0.5)
    server = await startServer()
    await passMinutes(2)
    await kill(bot)
    bot = startBot()
    const published2002 = countOf(/ 2002 T1 /)
    await until(() => countOf(/ 2002 T1 /) >= published2002 + 2)
    await kill(bot)

    const lines = published.flatMap(rankLine)
    const text = published.join('\n')
    for (const { atMs, event, rank, points } of lines) {
      const truth = served.get(`${event} ${atMs}`)
      assert.ok(truth !== undefined, `${event} was never read at ${atMs}`)
      assert.equal(points, truth[rank], `T${rank} of ${event} at ${atMs}`)
    }
    const stored = new Map<string, readonly number[]>()
    for (const event of [EVENT, NEXT]) stored.set(event, await storedTimes(event))
    checkSpeeds(lines, stored, served)
    for (const [event, times] of stored) checkComplete(event, lines, times)
    assert.match(text, /2001 data again/)
    const ends = [...text.matchAll(/ (\d+) ends at (\S+)/g)].map(([, id, end]) => [id, end])
    const documents = readFileSync(join(ROOT, example.document), 'utf8')
    const shown = documents.split('\n').filter((line) => /^2026-\S+Z 2/.test(line))
    assert.ok(shown.length >= 4)
    const shapes = new Set(published.map(shapeOf))
    for (const line of shown) assert.ok(shapes.has(shapeOf(line)), line)
    const endsAtMs = [
      [EVENT, ANNOUNCED_TURN_MS],
      [EVENT, turnsAtMs],
      [NEXT, NEXT_ENDS_MS],
    ] as const
    assert.deepEqual(
      ends,
      endsAtMs.map(([event, ms]) => [event, new Date(ms).toISOString()]),
    )
  })
}

/** Returns a line without its numbers. */
function shapeOf(line: string): string {
  return line.replaceAll(/[0-9]+/g, '0')
}

/** Returns what a line publishes about a rank, if it does. */
function rankLine(line: string): RankLine[] {
  const found = /^(\S+) (\d+) T(\d+) (?:(\d+)|no player)(?: ([+-]\d+)\/h| \(([a-z_]+)\))?$/.exec(
    line,
  )
  if (found === null) return []
  const [, at = '', event = '', rank, points, perHour, unknown] = found
  return [
    {
      atMs: Date.parse(at),
      event,
      rank: Number(rank),
      points: points === undefined ? undefined : Number(points),
      perHour: perHour === undefined ? undefined : Number(perHour),
      unknown,
    },
  ]
}

/** Checks each speed against the snapshots that the game has returned. */
function checkSpeeds(
  lines: readonly RankLine[],
  stored: ReadonlyMap<string, readonly number[]>,
  served: ReadonlyMap<string, Readonly<Record<number, number>>>,
): void {
  const known = lines.filter(({ perHour }) => perHour !== undefined)
  assert.ok(known.length >= 4, `${known.length} known speeds`)
  assert.ok(known.some(({ perHour = 0 }) => perHour > 0))
  for (const { event, atMs, rank, points = 0, perHour } of known) {
    const firstMs = stored.get(event)?.findLast((ms) => ms <= atMs - WINDOW_MS)
    assert.ok(firstMs !== undefined, `nothing is stored before the window at ${atMs}`)
    const gained = points - (served.get(`${event} ${firstMs}`)?.[rank] ?? 0)
    assert.equal(perHour, Math.round((gained * 3_600_000) / (atMs - firstMs)))
  }
}

/** Checks that each stored snapshot is published, in order, and twice only around a kill. */
function checkComplete(event: string, lines: readonly RankLine[], stored: readonly number[]): void {
  const times = lines
    .filter((line) => line.event === event && line.rank === 1)
    .map(({ atMs }) => atMs)
  const [first = 0] = times
  const last = times.at(-1) ?? 0
  assert.ok(times.length >= 4, `${times.length} snapshots of ${event}`)
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  )
  const missing = stored.filter((ms) => ms > first && ms < last && !times.includes(ms))
  assert.deepEqual(missing, [])
  assert.ok(times.length - new Set(times).size <= 2)
}
