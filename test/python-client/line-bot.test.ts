import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { programPath } from '../../scripts/cluster/find-program.ts'
import { startChatBot, untilHolds, type ChatBot } from '../harness/chat-bot.ts'
import { startFakeChat, type FakeChat } from '../harness/fake-chat.ts'
import { skipWithout } from '../harness/servers.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BOT = join(ROOT, 'examples', 'line-bot-python', 'bot.py')
const [SECRET, TOKEN] = ['secret-of-the-test', 'token-of-the-test']

describe('the LINE bot', { skip: skipWithout('python3') }, () => {
  const folder = temporaryFolder()
  let line: FakeChat
  let bot: ChatBot
  before(async () => {
    line = await startFakeChat()
    bot = await startChatBot({
      folder,
      command: () => [programPath('python3'), BOT],
      environment: {
        PYTHONPATH: join(ROOT, 'client', 'python'),
        PYTHONDONTWRITEBYTECODE: '1',
        NO_PROXY: '*',
        LINE: line.origin,
        LINE_CHANNEL_SECRET: SECRET,
        LINE_CHANNEL_TOKEN: TOKEN,
        RANKS: '1,100,1000',
      },
    })
  })
  after(async () => {
    await bot.stop()
    await line.stop()
  })

  /** Sends events as LINE does. */
  const post = (events: readonly object[], secret = SECRET) => {
    const body = JSON.stringify({ destination: 'U0', events })
    const signature = createHmac('sha256', secret).update(body).digest('base64')
    return fetch(bot.origin, { method: 'POST', body, headers: { 'X-Line-Signature': signature } })
  }
  const said = (text: string, source: object = { type: 'user', userId: 'U5' }) => ({
    type: 'message',
    replyToken: `reply to ${text}`,
    source,
    message: { type: 'text', text },
  })
  type Message = Readonly<Record<'type' | 'text' | 'originalContentUrl', string>>

  /** Says something to the bot and returns its reply. */
  const reply = async (text: string, source?: object): Promise<Message> => {
    assert.equal((await post([said(text, source)])).status, 200)
    await untilHolds(() => line.count() > 0)
    const [{ path, authorization, body } = assert.fail()] = line.take()
    const { replyToken, messages } = body as { replyToken: string; messages: Message[] }
    assert.deepEqual(
      [path, authorization, replyToken],
      ['/message/reply', `Bearer ${TOKEN}`, `reply to ${text}`],
    )
    return messages[0] ?? assert.fail()
  }

  it('has less than 200 lines', () => {
    assert.ok(readFileSync(BOT, 'utf8').trimEnd().split('\n').length < 200)
  })

  it('refuses what LINE has not signed, and ignores what is no command', async () => {
    assert.equal((await post([], 'another')).status, 401)
    assert.equal((await fetch(bot.origin, { method: 'POST', body: '{"events":[]}' })).status, 401)
    assert.equal((await post([])).status, 200)
    assert.equal((await post([{ type: 'follow' }, said('hello there')])).status, 200)
    // Sequential: a reply to these would come first.
    assert.match((await reply('predict x')).text, /alert rank points/)
  })

  it('says the points now, and never zero for a rank without a player', async () => {
    assert.equal((await reply('cutoff')).text, '#1 1,200\n#100 120\n#1000 no player\n02:00 UTC')
    assert.match((await reply('CUTOFF 7')).text, /^#7 not collected/)
  })

  it('shows the curve as an image that the server draws', async () => {
    const { type, originalContentUrl } = await reply('chart 100')
    assert.equal(type, 'image')
    const image = await fetch(originalContentUrl)
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png'])
  })

  it('says why there is no prediction, then the prediction with its range', async () => {
    assert.match((await reply('predict 1')).text, /^No prediction \(\w+\)\.$/)
    await bot.predict()
    assert.equal(
      (await reply('predict 1')).text,
      '#1 predicted 40,000, nine times of ten 30,000 to 50,000; the median error is 4.2 %.',
    )
    assert.equal((await reply('predict 7')).text, 'This server does not collect that.')
  })

  it('tells the chat once when a rank has the points, also after a restart and a refusal', async () => {
    const group = { type: 'group', groupId: 'C9', userId: 'U5' }
    assert.equal((await reply('alert 1 900', group)).text, '#1 already has 1,200.')
    assert.equal((await reply('alert 1 1,300', group)).text, 'You will hear when #1 has 1,300.')
    await bot.restart()
    await bot.snapshot(125)
    await bot.snapshot(129)
    line.refuseNext(1)
    await bot.snapshot(131)
    await untilHolds(() => line.count() >= 1)
    await bot.snapshot(132)
    await untilHolds(() => line.count() >= 2)
    await bot.snapshot(133)
    const told = line.take().map(({ path, body }) => [path, body])
    const push = (text: string) => [
      '/message/push',
      { to: 'C9', messages: [{ type: 'text', text }] },
    ]
    assert.deepEqual(told, [push('#1 has 1,310 points.'), push('#1 has 1,320 points.')])
    assert.match((await reply('cutoff 1')).text, /^#1 1,330/)
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'alerts.json'), 'utf8')), [])
  })
})
