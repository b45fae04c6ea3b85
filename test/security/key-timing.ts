import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { dataPaths } from '../../src/compose/data-paths.ts'
import { connectRaw, head } from '../harness/raw-socket.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { makeRefusedKeys, type KeyKind } from './key-kinds.ts'
import { cropped, quantile, welchT } from './welch.ts'

// `npm run timing [count]`: whether the time of a refusal tells unknown, revoked and wrong keys apart. Requests of all
// kinds go over the same connections in an order drawn anew for each round; two groups are of one kind, to show what chance
// does.
const COUNT = Number(process.argv[2] ?? 10_000)
const T_MAX = 4.5
/** A connection takes a thousand requests; each round makes one of each group. */
const ROUNDS_OF_CONNECTION = 200
const CROPS = [1, 0.99, 0.95, 0.9, 0.75] as const
const GROUPS: Readonly<Record<string, KeyKind>> = {
  unknown: 'unknown',
  'unknown too': 'unknown',
  revoked: 'revoked',
  'wrong secret': 'wrong secret',
}

const folder = mkdtempSync(join(tmpdir(), 'backline-timing-'))
const test = await startTestService({
  folder,
  observe: () => {},
  environment: { BACKLINE_UNKNOWN_KEYS_MINUTE: '1000000' },
})
try {
  const makeKeys = await makeRefusedKeys(test, dataPaths(test.config.dataDir).accounts)
  for (const [name, isFresh] of [
    ['a key that was just asked for', false],
    ['a key that was never asked for', true],
  ] as const) {
    const keys = new Map<string, readonly string[]>()
    for (const [group, kind] of Object.entries(GROUPS))
      keys.set(group, await makeKeys(kind, isFresh ? COUNT + 500 : 1))
    await measure(keys, 500)
    report(name, await measure(keys, COUNT, 500))
  }
} finally {
  await test.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Nanoseconds of each request, by group. */
async function measure(
  keys: ReadonlyMap<string, readonly string[]>,
  count: number,
  from = 0,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map([...keys.keys()].map((group) => [group, [] as number[]]))
  let connection = await connectRaw(test.origin)
  for (let round = from; round < from + count; round += 1) {
    if (round % ROUNDS_OF_CONNECTION === 0) {
      connection.drop()
      connection = await connectRaw(test.origin)
    }
    const order = [...keys].toSorted(() => Math.random() - 0.5)
    for (const [group, some] of order) {
      const key = some[round % some.length] ?? ''
      const bytes = head(
        'GET /api/open/v1/game/jp/announcements HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${key}`,
      )
      const start = process.hrtime.bigint()
      connection.write(bytes)
      const { status } = await connection.next()
      times.get(group)?.push(Number(process.hrtime.bigint() - start))
      if (status !== 401) throw new Error(`${group}: ${status}`)
    }
  }
  connection.drop()
  return times
}

function report(name: string, times: ReadonlyMap<string, readonly number[]>): void {
  process.stdout.write(`\n${name}, ${COUNT} of each:\n`)
  for (const [group, figures] of times) {
    const shown = [0.1, 0.5, 0.9].map((share) => (quantile(figures, share) / 1_000).toFixed(2))
    process.stdout.write(`  ${group.padEnd(14)} p10, p50, p90: ${shown.join(', ')} µs\n`)
  }
  const groups = [...times]
  for (const [index, [one, some]] of groups.entries()) {
    for (const [other, others] of groups.slice(index + 1)) {
      const ts = CROPS.map((share) => welchT(...cropped(some, others, share)))
      const differs = ts.some((t) => Math.abs(t) >= T_MAX)
      if (differs) process.exitCode = 1
      const figures = ts.map((t) => t.toFixed(2).padStart(6)).join(' ')
      process.stdout.write(
        `  ${`${one} / ${other}`.padEnd(28)} t at crops ${CROPS.join(', ')}: ${figures}${differs ? '  DIFFERENT' : ''}\n`,
      )
    }
  }
}
