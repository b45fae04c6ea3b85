// A cutoff bot: writes the points and the speed of some ranks, for each snapshot of an event board.
//
//   npm install http://127.0.0.1:8787/docs/files/backline-client.tgz   # from any Backline server
//   BACKLINE=https://data.example.org REGION=jp node cutoff-bot.mts
//
// It needs no key and Node 22.18 or later. Save it as `.mts`: then no package has to be of type
// `module`. Stop, kill or restart it at any time: it stores its position. `say` may post to a chat.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import {
  BacklineError,
  createClient,
  eventId,
  type EventId,
  type LiveEntry,
  type PublicEventSpeedParameters,
  type Region,
} from '@backline/client'

const REGION = (process.env.REGION ?? 'jp') as Region
const RANKS = (process.env.RANKS ?? '1,10,100,1000').split(',').map(Number)
const WINDOW = (process.env.WINDOW ?? '1h') as PublicEventSpeedParameters['window']
const STATE_FILE = process.env.STATE ?? 'cutoff-bot.json'

const backline = createClient({
  baseUrl: process.env.BACKLINE ?? 'http://127.0.0.1:8787',
  appName: 'cutoff-bot/1.0',
})

/** What the bot has published. */
interface State {
  /** Position of the live stream. */
  position?: string
  /** The newest published snapshot of each event, in Unix milliseconds. */
  readonly newest: Record<string, number>
  /** The published end of each event. */
  readonly ends: Record<string, string>
}

const state: State = existsSync(STATE_FILE)
  ? (JSON.parse(readFileSync(STATE_FILE, 'utf8')) as State)
  : { newest: {}, ends: {} }

/** Stores the state in a file that is complete at any moment. */
function store(): void {
  writeFileSync(`${STATE_FILE}.new`, JSON.stringify(state), { flush: true })
  renameSync(`${STATE_FILE}.new`, STATE_FILE)
}

/** Publishes one line. */
function say(text: string): void {
  console.log(text)
}

const timeText = (ms: number | string) => new Date(Number(ms)).toISOString()

/** Publishes whatever happens. Ends only with an error. */
async function run(): Promise<void> {
  if (state.position === undefined) await catchUp()
  for await (const entry of backline.live(REGION, { after: state.position })) {
    await handle(entry)
    state.position = entry.id
    store()
  }
}

/** Publishes one live entry. Types that a later server adds are ignored. */
async function handle(entry: LiveEntry): Promise<void> {
  if (entry.type === 'snapshot' && entry.data.board.kind === 'event') {
    const { board, fetchedAt, rows } = entry.data
    await publish(eventId(board.id), fetchedAt, rows)
  } else if (entry.type === 'gap.began') {
    const { from, board, reason } = entry.data
    say(`${timeText(from)} ${board.id} no data (${reason})`)
  } else if (entry.type === 'gap.ended') {
    const { until = 0, board } = entry.data
    say(`${timeText(until)} ${board.id} data again`)
  } else if (entry.type === 'missed') {
    await catchUp()
  }
}

/** Publishes the snapshots of the running events that no live entry brings any more. */
async function catchUp(): Promise<void> {
  for (const { id } of (await backline.public.events.current(REGION)).data.events) {
    const newest = state.newest[id]
    try {
      if (newest === undefined) {
        const { snapshot } = (await backline.public.event.cutoffs(REGION, { eventId: id })).data
        if (snapshot !== undefined) await publish(id, snapshot.fetchedAt, snapshot.rows)
        continue
      }
      const missed = { eventId: id, ranks: RANKS, from: newest + 1 }
      for await (const { fetchedAt, rows } of backline.public.event.iterHistory(REGION, missed)) {
        if (fetchedAt !== undefined) await publish(id, fetchedAt, rows)
      }
    } catch (error) {
      // A server need not collect every event.
      if (!(error instanceof BacklineError) || error.status !== 404) throw error
    }
  }
}

/** Publishes one snapshot, once. The speeds are those of the server up to this snapshot. */
async function publish(
  id: EventId,
  fetchedAt: string,
  rows: readonly { readonly rank: number; readonly points: number }[],
): Promise<void> {
  if (Number(fetchedAt) <= (state.newest[id] ?? 0)) return
  const speeds = await readSpeeds(id, fetchedAt)
  for (const rank of RANKS) {
    // A rank that no player holds has no points; that is not zero.
    const points = rows.find((row) => row.rank === rank)?.points ?? 'no player'
    say(`${timeText(fetchedAt)} ${id} T${rank} ${points}${speeds.get(rank) ?? ''}`)
  }
  state.newest[id] = Number(fetchedAt)
}

/** Returns the speed of each rank, or why there is none. Publishes a new end of the event. */
async function readSpeeds(id: EventId, at: string): Promise<ReadonlyMap<number, string>> {
  const asked = { eventId: id, ranks: RANKS, window: WINDOW, at }
  try {
    const { event, ranks } = (await backline.public.event.speed(REGION, asked)).data
    if (event !== undefined && state.ends[id] !== event.endsAt) {
      state.ends[id] = event.endsAt
      say(`${timeText(at)} ${id} ends at ${timeText(event.endsAt)}`)
    }
    return new Map(
      ranks.map(({ rank, perHour = 0, unknown }) => {
        const speed = `${perHour < 0 ? '' : '+'}${perHour}/h`
        return [rank, unknown === undefined ? ` ${speed}` : ` (${unknown})`]
      }),
    )
  } catch (error) {
    if (!(error instanceof BacklineError)) throw error
    // The points are right all the same.
    return new Map(RANKS.map((rank) => [rank, ` (${error.code})`]))
  }
}

for (;;) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof BacklineError) || !error.retryable) throw error
    console.error(error.message)
    await setTimeout(error.retryAfterMs ?? 10_000)
  }
}
