import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEYED_PREFIX } from '../src/game/api-prefix.ts'
import { LARGER, nextId, SMALL, type CallKind } from './gateway/calls.ts'
import { formatHang, formatMisses, type MissResult } from './gateway/format-gateway.ts'
import { HANG_DEADLINE_MS, measureHang } from './gateway/measure-hang.ts'
import { HUNG_CALLS } from './gateway/hang-region.ts'
import type { ProgramName } from './gateway/program-name.ts'
import { report } from './report.ts'
import { prepareData } from './harness/prepare-data.ts'
import { runRounds } from './harness/run-rounds.ts'
import { cacheAnswer } from './harness/same-answer.ts'
import { startChild, type Child, type Options } from './harness/start-child.ts'
import { summarize } from './harness/summarize.ts'

// Measures the overhead of the service over a gateway that answers immediately, without caching and
// with distinct calls; and the effect of a hanging region on the others.
const AMOUNTS = [
  { connections: 1, rounds: 8, perRound: 1_500, warmUp: 20_000 },
  { connections: 16, rounds: 8, perRound: 2_500, warmUp: 20_000 },
]
const KEY = 'key-of-the-gateway-in-the-bench'

const folder = mkdtempSync(join(tmpdir(), 'backline-bench-'))
const children: Child[] = []
try {
  const headers = { Authorization: `Bearer ${await prepareData(folder)}` }
  const start = async (name: ProgramName, settings: Options = {}) => {
    const child = await startChild({ benchmark: 'gateway', name, folder, settings })
    children.push(child)
    return child
  }
  /** Starts both programs. The gateway answers with the body that the dataset has for a call. */
  const startBoth = async ({ path, example }: CallKind, settings: Options = {}) => {
    const dataset = await start('service')
    const { body } = await cacheAnswer(folder, {
      url: `${dataset.origin}${KEYED_PREFIX}jp/${path(example)}`,
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
          nextPath: () => `${KEYED_PREFIX}jp/${path(nextId())}`,
        },
      },
    ]
    for (const amounts of AMOUNTS) {
      const { connections, rounds } = amounts
      console.error(`${name}, ${connections} connections: ${rounds} rounds …`)
      const each = await runRounds(turns, amounts)
      const summaries = summarize(each, ['gateway', 'service'], ['gateway'])
      misses.push({ name, bodyBytes, connections, summaries })
    }
    for (const child of [gateway, service]) child.stop()
  }

  console.error(`One region with ${HUNG_CALLS} hanging calls …`)
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
