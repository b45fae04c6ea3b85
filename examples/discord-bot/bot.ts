// A Discord bot for the cutoffs of a live event: /cutoff, /chart, /predict, /alert. See README.md.
//
//   node bot.ts register   # once: makes the commands known to Discord
//   node bot.ts            # answers Discord on PORT
//
// It needs Node 22.18 or later and the Backline client. It stores alerts in a file.
import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { BacklineError, createClient, type PublicBoard, type Region } from '@backline/client'

const { BACKLINE = 'http://127.0.0.1:8787', PORT = '3000', ALERTS = 'alerts.json' } = process.env
const { DISCORD = 'https://discord.com/api/v10', DISCORD_APPLICATION_ID = '' } = process.env
const { DISCORD_PUBLIC_KEY = '', DISCORD_TOKEN = '' } = process.env
const REGION = (process.env.REGION ?? 'jp') as Region
const RANKS = (process.env.RANKS ?? '1,10,100,1000').split(',').map(Number)
const CHART = '/events/current/chart.png'
const NO_DATA = 'No data yet.'
const BODY_MAX = 65_536
const ALERTS_MAX = 1_000
const SOON = { deadlineMs: 2_500 } // Discord waits three seconds

const backline = createClient({ baseUrl: BACKLINE, appName: 'discord-bot/1.0' })

/** Tells a channel when a rank of an event has these points. */
type Alert = { channel: string; event: string; rank: number; points: number }

/** A command; of the type 1, Discord checks this address. */
type Command = { name: string; options?: { name: string; value: number }[] }
type Interaction = { type: number; channel_id?: string; locale?: string; data?: Command }

const integer = (name: string, required = true) => {
  return { type: 4, name, description: `The ${name}`, min_value: 1, required }
}
const COMMANDS = [
  { name: 'cutoff', description: 'Points now', options: [integer('rank', false)] },
  { name: 'chart', description: 'The curve of the event', options: [integer('rank', false)] },
  { name: 'predict', description: 'Where a rank will end', options: [integer('rank')] },
  {
    name: 'alert',
    description: 'Tell this channel when a rank reaches points',
    options: [integer('rank'), integer('points')],
    default_member_permissions: '16', // Manage Channels
  },
]

const stored = existsSync(ALERTS) ? readFileSync(ALERTS, 'utf8') : '[]'
let alerts = JSON.parse(stored) as readonly Alert[]

/** Stores the alerts in a file that is complete at any moment. */
function store(next: readonly Alert[]): void {
  alerts = next
  writeFileSync(`${ALERTS}.new`, JSON.stringify(next), { flush: true })
  renameSync(`${ALERTS}.new`, ALERTS)
}

/** Sends a request to Discord. Throws unless it accepts it. */
async function discord(method: string, path: string, body: object): Promise<void> {
  const response = await fetch(DISCORD + path, {
    method,
    headers: { Authorization: `Bot ${DISCORD_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`${method} ${path}: Discord answered ${response.status}.`)
}

const header = Buffer.from('302a300506032b6570032100', 'hex') // of an Ed25519 key in DER
const publicKey = () => {
  const key = Buffer.concat([header, Buffer.from(DISCORD_PUBLIC_KEY, 'hex')])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

/** Returns the body of a request if Discord has signed it in the last five minutes. */
async function readSigned(request: IncomingMessage): Promise<string | undefined> {
  if (!(Number(request.headers['content-length']) <= BODY_MAX)) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const timestamp = String(request.headers['x-signature-timestamp'])
  const signature = Buffer.from(String(request.headers['x-signature-ed25519']), 'hex')
  const isFresh = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  return isFresh && verify(null, signed, publicKey(), signature) ? body.toString() : undefined
}

/** Returns the points of the ranks of a board, one line for each. */
function pointsText({ snapshot, event }: PublicBoard, ranks: readonly number[], locale: string) {
  if (snapshot === undefined) return NO_DATA
  const lines = ranks.map((rank) => {
    const row = snapshot.rows.find((one) => one.rank === rank)
    const none = snapshot.unheld.includes(rank) ? 'no player' : 'not collected'
    return `**#${rank}** ${row?.points.toLocaleString(locale) ?? none}`
  })
  const [name = `Event ${event?.id}`] = Object.values(event?.name ?? {})
  return [name, ...lines, `<t:${Math.floor(Number(snapshot.fetchedAt) / 1_000)}:R>`].join('\n')
}

/** Returns where a rank is predicted to end, and how sure that is. */
async function predictionText(rank: number, locale: string): Promise<string> {
  const { data } = await backline.public.current.predictions(REGION, { ranks: [rank] }, SOON)
  const found = data.prediction?.ranks.find((one) => one.rank === rank)
  if (found?.interval90 === undefined) return `No prediction (${(found ?? data).unknown}).`
  const text = (points: number) => points.toLocaleString(locale)
  const { value, interval90 } = found
  const error = (data.prediction?.medianErrorPermille ?? 0) / 10
  const range = `nine times of ten ${text(interval90.low)} to ${text(interval90.high)}`
  return `**#${rank}** predicted ${text(value)}, ${range}; the median error is ${error} %.`
}

/** Answers a command with a message. */
async function answer({ data, channel_id: channel = '', locale = 'en' }: Interaction) {
  const option = (name: string) => data?.options?.find((one) => one.name === name)?.value
  const [rank = 0, points = 0] = [option('rank'), option('points')]
  const ranks = rank === 0 ? RANKS : [rank]
  if (data?.name === 'predict') return { content: await predictionText(rank, locale) }
  const { data: board } = await backline.public.current.cutoffs(REGION, {}, SOON)
  if (data?.name === 'cutoff') return { content: pointsText(board, ranks, locale) }
  if (data?.name === 'chart') {
    if (board.snapshot === undefined) return { content: NO_DATA }
    // The time makes Discord fetch a new image for each snapshot.
    const query = new URLSearchParams(ranks.map((one) => ['ranks', String(one)]))
    query.set('until', String(Number(board.snapshot.fetchedAt) + 1))
    return {
      embeds: [{ image: { url: `${BACKLINE}/api/public/v1/game/${REGION}${CHART}?${query}` } }],
    }
  }
  const now = board.snapshot?.rows.find((row) => row.rank === rank)?.points ?? 0
  if (now >= points) return { content: `#${rank} already has ${now.toLocaleString(locale)}.` }
  if (board.event?.state !== 'running') return { content: 'No event is running.' }
  if (alerts.length >= ALERTS_MAX) return { content: 'There are too many alerts.' }
  store([...alerts, { channel, event: board.event.id, rank, points }])
  return { content: `This channel will hear when #${rank} has ${points.toLocaleString(locale)}.` }
}

/** Answers a request of Discord. */
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readSigned(request).catch(() => undefined)
  if (body === undefined) return void response.writeHead(401).end()
  const interaction = JSON.parse(body) as Interaction
  const failed = (error: unknown) => {
    console.error(error)
    const isUnknown = error instanceof BacklineError && error.status === 404
    const content = isUnknown ? 'This server does not collect that.' : 'No answer. Try again later.'
    return { content, flags: 64 } // only its user sees it
  }
  const data = interaction.type === 1 ? undefined : await answer(interaction).catch(failed)
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(data === undefined ? { type: 1 } : { type: 4, data }))
}

/** Tells channels what a snapshot has reached; what Discord does not accept, with the next one. */
async function tell(
  event: string,
  rows: readonly { rank: number; points: number }[],
): Promise<void> {
  for (const alert of alerts) {
    const row = rows.find(({ rank }) => rank === alert.rank)
    if (alert.event !== event || row === undefined || row.points < alert.points) continue
    const content = `#${alert.rank} has ${row.points.toLocaleString('en')} points.`
    try {
      await discord('POST', `/channels/${alert.channel}/messages`, { content })
      store(alerts.filter((other) => other !== alert))
    } catch (error) {
      console.error(error)
    }
  }
}

/** Watches the running event for as long as the program runs. */
async function watch(): Promise<void> {
  for (;;) {
    try {
      const stream = backline.live(REGION, { type: ['snapshot', 'event.started'] })
      const { event, snapshot } = (await backline.public.current.cutoffs(REGION)).data
      if (event !== undefined && snapshot !== undefined) await tell(event.id, snapshot.rows)
      for await (const { type, data } of stream) {
        if (type === 'snapshot' && data.board.kind === 'event') await tell(data.board.id, data.rows)
        if (type === 'event.started') store(alerts.filter((one) => one.event === data.event.id))
        if (type === 'missed') break // reads the newest snapshot instead
      }
    } catch (error) {
      if (!(error instanceof BacklineError)) throw error
      console.error(error.message)
      await setTimeout(error.retryAfterMs ?? 10_000)
    }
  }
}

if (process.argv[2] === 'register') {
  await discord('PUT', `/applications/${DISCORD_APPLICATION_ID}/commands`, COMMANDS)
  console.log('Registered the commands.')
} else {
  publicKey() // throws now if it is missing
  const server = createServer((request, response) => void serve(request, response))
  server.listen(Number(PORT), () => console.log(`Listening on ${PORT}.`))
  await watch()
}
