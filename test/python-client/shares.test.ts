import assert from 'node:assert/strict'
import { join } from 'node:path'
import process from 'node:process'
import { describe, it } from 'node:test'
import { isLongRun } from '../harness/is-long-run.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { startStepped, startSteppedPython, type SteppedProcess } from '../harness/python.ts'
import { skipWithout } from '../harness/servers.ts'
import { startTestService, type TestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const folder = temporaryFolder()
const SECONDS = 130
const TYPESCRIPT_BOT = join(import.meta.dirname, '..', 'client', 'sharing-bot.ts')
const LIMITS = { minute: 60, day: 9_000, concurrency: 9 }

/** What a bot reports at its end. */
interface Report {
  readonly answered: number
  readonly codes: readonly string[]
}

describe(
  'two processes in Python and one in TypeScript on one key',
  { skip: skipWithout('python3') },
  () => {
    for (const [share, startsAt] of [
      ['auto', '12:00:10.500'],
      ['auto', '12:00:48.100'],
      ['1/3', '12:00:10.500'],
    ] as const) {
      it(`are never rejected and get equal parts, with share ${share} from ${startsAt}`, async () => {
        const clock = createManualClock(Date.parse(`2026-03-01T${startsAt}Z`))
        const test = await startTestService({ folder: `${folder}/${share}-${startsAt}`, clock })
        const { text } = await test.issueKey({ limits: LIMITS })
        const words = (start: number) => [
          test.origin,
          String(SECONDS),
          JSON.stringify({ start, share }),
        ]
        const bots = [
          startSteppedPython('sharing_bot.py', text, words(0)),
          startSteppedPython('sharing_bot.py', text, words(0.3)),
          startStepped(process.execPath, [TYPESCRIPT_BOT, ...words(1.1)], {
            ...process.env,
            DEVELOPER_KEY: text,
          }),
        ]
        const reports = (await stepTogether(bots, (ms) => clock.advance(ms))) as Report[]
        await checkReports(reports, test)
      })
    }

    it('are so in real time too', { skip: !isLongRun && 'only in npm run test:long' }, async () => {
      const test = await startTestService({ folder: `${folder}/real` })
      const { text } = await test.issueKey({ limits: LIMITS })
      const options = JSON.stringify({ real: true, share: 'auto' })
      const bots = [1, 2, 3].map(() =>
        startSteppedPython('sharing_bot.py', text, [test.origin, String(SECONDS), options]),
      )
      // Without a step, the first line is the report.
      const reports = (await Promise.all(bots.map((bot) => bot.next()))) as Report[]
      await checkReports(reports, test)
    })
  },
)

/** Checks that no request was rejected and that the parts are equal. Stops the service. */
async function checkReports(reports: readonly Report[], test: TestService): Promise<void> {
  const rejected = test.observations.filter(
    (one) => one.type === 'request.answered' && one.status === 429,
  )
  await test.stop()
  const answered = reports.map((report) => report.answered)
  assert.deepEqual(
    reports.flatMap(({ codes }) => codes),
    [],
  )
  assert.equal(rejected.length, 0)
  assert.ok(Math.min(...answered) >= 0.9 * Math.max(...answered), answered.join())
  // Two whole minutes lie in any 130 s, less what the first one spreads.
  assert.ok(answered.reduce((sum, one) => sum + one) >= 110, answered.join())
}

/**
 * Runs processes in one time: when all wait, time passes until the first wait is over. Returns
 * their reports.
 */
async function stepTogether(
  processes: readonly SteppedProcess[],
  advance: (ms: number) => void,
): Promise<readonly unknown[]> {
  const reports: unknown[] = []
  let [nowS, nowMs] = [0, 0]
  const waiting = await Promise.all(
    processes.map(async (bot) => ({ bot, endsS: await nextEnd(bot, nowS, reports) })),
  )
  for (;;) {
    const first = waiting.toSorted((one, other) => one.endsS - other.endsS)[0]
    if (first === undefined || first.endsS === Infinity) return reports
    nowS = first.endsS
    // The server's times are whole milliseconds.
    const untilMs = Math.ceil(nowS * 1_000)
    advance(untilMs - nowMs)
    nowMs = untilMs
    first.bot.resume()
    first.endsS = await nextEnd(first.bot, nowS, reports)
  }
}

/** Returns when the next wait of a process ends; `Infinity` at its end, with its report. */
async function nextEnd(bot: SteppedProcess, nowS: number, reports: unknown[]): Promise<number> {
  const said = await bot.next()
  if ('step' in said) return nowS + said.step
  reports.push(said)
  await bot.ended
  return Infinity
}
