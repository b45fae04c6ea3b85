import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { send } from '../harness/send.ts'
import { always, rawAnswer, startStubGateway } from '../harness/stub-gateway.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Milliseconds of flooding after which the burst of the budget is used up. */
const BURST_MS = 1_250
/** Milliseconds and requests for which another region is measured after that. */
const MEASURED_MS = 1_250
const MEASURED_MIN = 5
const CONNECTIONS = 24
// Just too small to be parsed on another thread, and of what takes longest to parse.
const numbers = Array.from({ length: 15_000 }, () => '9007199254740993').join()
const costly = gzipSync(`{"ranking":[{"rank":0.5}],"junk":[${numbers}]}`)
const folder = temporaryFolder()

describe('a region whose messages take much of the serving thread', () => {
  it('gets its share and no more, so that other regions are answered as without it', async () => {
    const hostile = await startStubGateway(
      always(rawAnswer(200, costly, ['Content-Encoding: gzip'])),
    )
    const others = await startStubGateway(always(rawAnswer(200, '{"ranking":[]}')))
    const flood = async (name: string, environment: Readonly<Record<string, string>>) => {
      const service = await startTestService({
        folder: join(folder, name),
        environment: {
          BACKLINE_GATEWAY_URL: others.url,
          BACKLINE_GATEWAY_KEY: 'key',
          BACKLINE_GATEWAY_KR_URL: hostile.url,
          BACKLINE_CACHE_TTL_MS: '0',
          ...environment,
        },
      })
      try {
        const { text: key } = await service.issueKey()
        return { ...(await floodRegion(service.origin, key)), seen: service.observations }
      } finally {
        await service.stop()
      }
    }
    const unlimited = await flood('unlimited', { BACKLINE_GATEWAY_THREAD_PERCENT: '100' })
    const limited = await flood('limited', {})
    assert.ok(
      limited.p50Ms < unlimited.p50Ms / 3,
      `p50 of other regions: ${limited.p50Ms} ms, unlimited ${unlimited.p50Ms} ms`,
    )
    for (const { codes } of [unlimited, limited]) {
      for (const code of codes) {
        assert.ok(['upstream_error', 'upstream_timeout', 'unavailable'].includes(code), code)
      }
    }
    const throttled = ({ seen }: typeof limited) =>
      seen.flatMap((one) => (one.type === 'gateway.throttled' ? [one.region] : []))
    assert.deepEqual(throttled(unlimited), [])
    assert.deepEqual([...new Set(throttled(limited))], ['kr'])
  })
})

let asked = 0

/** Floods kr. Returns its error codes and, after the burst, what another region took. */
async function floodRegion(origin: string, key: string) {
  const ask = (region: string) =>
    send(origin, `/api/open/v1/game/${region}/arena/${(asked += 1)}/ranking/1/1000`, { key })
  await ask('tw')
  const codes = new Set<string>()
  const times: number[] = []
  const flood = new AbortController()
  const flooding = Array.from({ length: CONNECTIONS }, async () => {
    while (!flood.signal.aborted) codes.add(codeOf((await ask('kr')).json))
  })
  const measuredFromMs = performance.now() + BURST_MS
  const endMs = measuredFromMs + MEASURED_MS
  try {
    // On a busy machine one answer may take all of the time.
    while (performance.now() < endMs || times.length < MEASURED_MIN) {
      const startMs = performance.now()
      const answer = await ask('tw')
      assert.equal(answer.status, 200)
      if (startMs >= measuredFromMs) times.push(performance.now() - startMs)
      await setTimeout(5)
    }
  } finally {
    flood.abort()
  }
  await Promise.all(flooding)
  times.sort((one, other) => one - other)
  return { p50Ms: times[Math.floor(times.length / 2)] ?? Number.NaN, codes }
}

function codeOf(json: unknown): string {
  return (json as { readonly code?: string } | undefined)?.code ?? 'none'
}
