import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '../../src/platform/time/time-units.ts'
import { openHistory } from '../../src/history/store/open-sqlite-history.ts'
import { acquireLease } from '../contract/history-under-test.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { SIMULATOR_KEY, startTestSimulator } from '../harness/start-test-simulator.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { liveSnapshot, startPublicScene } from '../public/scene.ts'
import { checkTypes, codeBlocks } from './code-blocks.ts'
import { installClient } from './install-client.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = temporaryFolder()
const [bot = '', ...otherBots] = codeBlocks(
  readFileSync(join(ROOT, 'docs/cutoff-bot.md'), 'utf8'),
  'ts tab=TypeScript file=cutoffs.mts',
)
let service: TestService

before(async () => {
  installClient(folder)
  service = await startTestService({ folder: join(folder, 'service') })
})
after(() => service.stop())

async function environmentOf({ origin, issueKey }: TestService) {
  return { BACKLINE: origin, DEVELOPER_KEY: (await issueKey()).text, EVENT: '2004' }
}

/** Runs the bot, which never ends, until it has said enough. */
async function runBot(
  environment: Readonly<Record<string, string>>,
  enough: RegExp,
): Promise<string> {
  return runUntil('cutoffs.mts', bot, environment, enough)
}

/** Runs a program that never ends, until it has printed enough. */
async function runUntil(
  file: string,
  code: string,
  environment: Readonly<Record<string, string>>,
  enough: RegExp,
): Promise<string> {
  writeFileSync(join(folder, file), code)
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 30_000,
  })
  let said = ''
  try {
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      said += String(chunk)
      if (enough.test(said)) return said
    }
    throw new Error(`The bot ended, saying: ${said}`)
  } finally {
    child.kill()
  }
}

describe('the guide to live streams', () => {
  it('has a program that prints entries from its position on', async () => {
    const place = join(folder, 'live')
    mkdirSync(place)
    const scene = await startPublicScene(place)
    try {
      const [code = '', ...others] = codeBlocks(
        readFileSync(join(ROOT, 'docs/live.md'), 'utf8'),
        'ts',
      )
      assert.deepEqual(others, [])
      await scene.notice(liveSnapshot('jp', scene.clock.nowMs(), 7))
      const environment = { BACKLINE: scene.test.origin, POSITION: '0' }
      assert.match(await runUntil('live.mts', code, environment, /\n/), /^\d+ 70\n/)
      assert.equal(checkTypes(folder, ['live.mts']), '')
    } finally {
      await scene.test.stop()
    }
  })
})

describe('the cutoff bot', () => {
  it('has less than 60 lines', () => {
    assert.deepEqual(otherBots, [])
    assert.ok(bot.split('\n').length <= 60)
  })

  it('says what ranks take, and nothing of a rank that nobody holds', async () => {
    const said = await runBot(await environmentOf(service), /T50 /)
    assert.match(said, /^T1 \d+ \(no speed\)\nT10 \d+ \(no speed\)\nT50 \d+ \(no speed\)\n$/)
  })

  it('prints the speeds that the public interface says, and why there is none', async () => {
    const fast = join(folder, 'fast')
    mkdirSync(fast)
    const history = openHistory(join(fast, 'history.db'), { nowMs: Date.now })
    const board = { region: 'jp', kind: 'event', id: '2004' } as const
    const nowMs = Date.now()
    const [startsAtMs, endsAtMs] = [nowMs - 70 * MINUTE_MS, nowMs + 600 * MINUTE_MS]
    const lease = await acquireLease(history)
    await history.putEvents([{ ...board, name: undefined, startsAtMs, endsAtMs }], lease)
    const rounds = Array.from({ length: 70 }, (_, minute) => ({
      snapshot: {
        board,
        fetchedAtMs: startsAtMs + minute * MINUTE_MS,
        ranks: [1, 10],
        rows: [{ rank: 1, points: 3_350 * minute, holders: [] }],
      },
    }))
    await history.record(rounds, [], lease)
    const collecting = await startTestService({ folder: fast, history })
    try {
      const said = await runBot(await environmentOf(collecting), /T50 .*\n/)
      assert.match(said, /^T1 \d+ \(201000\/h\)\nT10 \d+ \(not_held\)\nT50 \d+ \(not_watched\)\n$/)
    } finally {
      await collecting.stop()
    }
  })

  it('goes on through maintenance, and says when it comes again', async () => {
    const simulator = await startTestSimulator({ folder, faults: ['maintenance=120:kr'] })
    const failing = await startTestService({
      folder: join(folder, 'failing'),
      environment: { BACKLINE_GATEWAY_URL: simulator.origin, BACKLINE_GATEWAY_KEY: SIMULATOR_KEY },
    })
    try {
      const environment = { ...(await environmentOf(failing)), REGION: 'kr', EVENT: '4004' }
      assert.equal(await runBot(environment, /\n/), 'maintenance, again in 120 s\n')
    } finally {
      await failing.stop()
      await simulator.close()
    }
  })
})
