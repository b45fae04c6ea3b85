import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPEN_PREFIX } from '../src/contract/open-prefix.ts'
import { LARGER, nextId, SMALL, type CallKind } from './gateway/calls.ts'
import { formatHang, formatMisses, type MissResult } from './gateway/format-gateway.ts'
import { HANG_DEADLINE_MS, measureHang } from './gateway/measure-hang.ts'
import { HUNG_CALLS } from './gateway/hang-region.ts'
import type { ProgramName } from './gateway/program-name.ts'
import { report } from './report.ts'
import { prepareData } from './turns/prepare-data.ts'
import { runRounds } from './turns/run-rounds.ts'
import { keepAnswer } from './turns/same-answer.ts'
import { startChild, type Child, type Settings } from './turns/start-child.ts'
import { summarize } from './turns/summarize.ts'

// What the way through the service adds to a gateway that answers at once, when nothing is kept and no two calls are
// equal; and what a region that hangs does to the others.
const AMOUNTS = [
  { connections: 1, rounds: 8, perRound: 1_500, warmUp: 20_000 },
  { connections: 16, rounds: 8, perRound: 2_500, warmUp: 20_000 },
]
const KEY = 'key-of-the-gateway-in-the-bench'

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child[] = []
try {
  const headers = { Authorization: `Bearer ${await prepareData(folder)}` }
  const start = async (name: ProgramName, settings: Settings = {}) => {
    const child = await startChild({ question: 'gateway', name, folder, settings })
    children.push(child)
    return child
  }
  /** The two programs, with the gateway giving the body that the dataset has for a call. */
  const startBoth = async ({ path, example }: CallKind, settings: Settings = {}) => {
    const dataset = await start('service')
    const { body } = await keepAnswer(folder, {
      url: `${dataset.origin}${OPEN_PREFIX}jp/${path(example)}`,
      headers,
    })
    dataset.stop()
    const gateway = await start('gateway')
    const service = await start('service', {
      BACKLINE_GATEWAY_URL: gateway.origin,
      BACKLINE_GATEWAY_KEY: KEY,
      BACKLINE_CACHE_TTL_MS: '0',
      ...settings,
    })
    return { gateway, service, bodyBytes: body.length }
  }

  const misses: MissResult[] = []
  for (const call of [SMALL, LARGER]) {
    const { name, path } = call
    const { gateway, service, bodyBytes } = await startBoth(call)
    const turns = [
      {
        child: gateway,
        target: {
          url: gateway.origin,
          headers: { Authorization: `Bearer ${KEY}` },
          nextPath: () => `/v1/jp/${path(nextId())}`,
        },
      },
      {
        child: service,
        target: {
          url: service.origin,
          headers,
          nextPath: () => `${OPEN_PREFIX}jp/${path(nextId())}`,
        },
      },
    ]
    for (const amounts of AMOUNTS) {
      const { connections, rounds } = amounts
      console.error(`${name}, ${connections} at one time: ${rounds} rounds …`)
      const each = await runRounds(turns, amounts)
      const summaries = summarize(each, ['gateway', 'service'], ['gateway'])
      misses.push({ name, bodyBytes, connections, summaries })
    }
    for (const child of [gateway, service]) child.stop()
  }

  console.error(`One region with ${HUNG_CALLS} calls that hang …`)
  const { service } = await startBoth(SMALL, {
    BACKLINE_GATEWAY_DEADLINE_MS: String(HANG_DEADLINE_MS),
    BACKLINE_GATEWAY_IN_FLIGHT: String(HUNG_CALLS),
  })
  const hang = await measureHang(service, headers)

  report(`${formatMisses(misses)}\n${formatHang(hang)}`, { misses, hang })
} finally {
  for (const child of children) child.stop()
  rmSync(folder, { recursive: true, force: true })
}
