import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { startChatBot, untilHolds, type ChatBot } from '../harness/chat-bot.ts'
import { startFakeChat, type FakeChat } from '../harness/fake-chat.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { EVENT_ID, START } from '../public/scene.ts'
import { checkTypes } from './code-blocks.ts'
import { installClient } from './install-client.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'discord-bot')
const folder = temporaryFolder()
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const TOKEN = 'token-of-the-test'

let discord: FakeChat
let bot: ChatBot

before(async () => {
  installClient(folder)
  copyFileSync(join(EXAMPLE, 'bot.ts'), join(folder, 'bot.mts'))
  discord = await startFakeChat()
  bot = await startChatBot({
    folder,
    command: (words) => [process.execPath, join(folder, 'bot.mts'), ...words],
    environment: {
      DISCORD: discord.origin,
      DISCORD_APPLICATION_ID: '77',
      DISCORD_TOKEN: TOKEN,
      DISCORD_PUBLIC_KEY: publicKey
        .export({ format: 'der', type: 'spki' })
        .subarray(-32)
        .toString('hex'),
      RANKS: '1,100,1000',
    },
  })
})
after(async () => {
  await bot.stop()
  await discord.stop()
})

/** Sends an interaction as Discord does. */
async function interact(interaction: object, change: { body?: string; agoS?: number } = {}) {
  const body = JSON.stringify(interaction)
  const timestamp = String(Math.floor(Date.now() / 1_000) - (change.agoS ?? 0))
  return fetch(bot.origin, {
    method: 'POST',
    body: change.body ?? body,
    headers: {
      'X-Signature-Timestamp': timestamp,
      'X-Signature-Ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
    },
  })
}

interface Message {
  readonly content?: string
  readonly embeds?: readonly { readonly image: { readonly url: string } }[]
}

async function command(
  name: string,
  options: Readonly<Record<string, number>> = {},
): Promise<Message> {
  const response = await interact({
    type: 2,
    channel_id: '5',
    locale: 'en-US',
    data: { name, options: Object.entries(options).map(([of, value]) => ({ name: of, value })) },
  })
  assert.equal(response.status, 200)
  const answer = (await response.json()) as { type: number; data: Message }
  assert.equal(answer.type, 4)
  return answer.data
}

describe('the Discord bot', () => {
  it('has less than 200 lines and no wrong types', () => {
    assert.equal(checkTypes(folder, ['bot.mts']), '')
    assert.ok(readFileSync(join(EXAMPLE, 'bot.ts'), 'utf8').trimEnd().split('\n').length < 200)
  })

  it('registers its commands with its token', async () => {
    await bot.run(['register'])
    const [request] = discord.take()
    assert.deepEqual(
      [request?.method, request?.path, request?.authorization],
      ['PUT', '/applications/77/commands', `Bot ${TOKEN}`],
    )
    const commands = request?.body as unknown as { name: string }[]
    assert.deepEqual(
      commands.map(({ name }) => name),
      ['cutoff', 'chart', 'predict', 'alert'],
    )
  })

  it('answers the check of its address, and refuses what Discord has not signed', async () => {
    const pong = await interact({ type: 1 })
    assert.deepEqual([pong.status, await pong.json()], [200, { type: 1 }])
    assert.equal((await interact({ type: 1 }, { body: '{"type":1 }' })).status, 401)
    assert.equal((await interact({ type: 1 }, { agoS: 400 })).status, 401)
    assert.equal((await fetch(bot.origin, { method: 'POST', body: '{"type":1}' })).status, 401)
    assert.equal((await fetch(bot.origin)).status, 401)
    assert.equal((await interact({ type: 1, more: 'x'.repeat(70_000) })).status, 401)
  })

  it('says the points now, and never zero for a rank without a player', async () => {
    const { content = '' } = await command('cutoff')
    assert.deepEqual(content.split('\n'), [
      'Starlight',
      '**#1** 1,200',
      '**#100** 120',
      '**#1000** no player',
      `<t:${(START + 7_200_000) / 1_000}:R>`,
    ])
    assert.match((await command('cutoff', { rank: 7 })).content ?? '', /\*\*#7\*\* not collected/)
  })

  it('shows the curve as an image that the server draws', async () => {
    const { embeds } = await command('chart', { rank: 100 })
    const url = embeds?.[0]?.image.url ?? ''
    assert.ok(url.includes('ranks=100'))
    const image = await fetch(url)
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png'])
  })

  it('says why there is no prediction, then the prediction with its range', async () => {
    assert.equal((await command('predict', { rank: 1 })).content, 'No prediction (too_early).')
    await bot.predict()
    assert.equal(
      (await command('predict', { rank: 1 })).content,
      '**#1** predicted 40,000, nine times of ten 30,000 to 50,000; the median error is 4.2 %.',
    )
    const { content } = await command('predict', { rank: 7 })
    assert.equal(content, 'This server does not collect that.')
  })

  it('tells the channel once when a rank has the points, also after a restart and a refusal', async () => {
    discord.take()
    assert.equal(
      (await command('alert', { rank: 1, points: 900 })).content,
      '#1 already has 1,200.',
    )
    assert.match(
      (await command('alert', { rank: 1, points: 1_300 })).content ?? '',
      /will hear when #1 has 1,300/,
    )
    await bot.restart()
    await bot.snapshot(125)
    await bot.snapshot(129)
    discord.refuseNext(1)
    await bot.snapshot(131)
    await untilHolds(() => discord.count() >= 1)
    await bot.snapshot(132)
    await untilHolds(() => discord.count() >= 2)
    await bot.snapshot(133)
    await command('cutoff')
    const told = discord.take().map(({ path, body }) => [path, (body as Message).content])
    assert.deepEqual(told, [
      ['/channels/5/messages', '#1 has 1,310 points.'],
      ['/channels/5/messages', '#1 has 1,320 points.'],
    ])
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'alerts.json'), 'utf8')), [])
    assert.ok(!existsSync(join(folder, 'alerts.json.new')))
    assert.equal(EVENT_ID, '2004')
  })
})
