import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildDataset, IDS, REGION } from '../../bench/dataset/build-dataset.ts'
import { benchConfig, benchSettings, prepareKey } from '../../bench/harness/prepare-data.ts'
import { dataPaths } from '../../src/platform/files/data-paths.ts'
import { KEYED_PREFIX } from '../../src/game/api-prefix.ts'
import { isLongRun } from '../harness/is-long-run.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

// A node whose mapped dataset alone would exceed BACKLINE_MEMORY_BYTES.

const BACKLINE = join(import.meta.dirname, '../../bin/backline.mjs')
/** Rows per response. */
const WINDOW = 1_000
/** Memory is sampled once a second: two samples follow the last read. */
const SAMPLES_MS = 2_500

const PLAYERS = 1_000_000
/** 85 % of a container of 768 MiB, as documented. */
const LIMIT_BYTES = Math.floor(0.85 * 768 * 1_048_576)

/** The second round meets the sample of the first. */
const ROUNDS = 2

interface Memory {
  readonly anonymous: number
  readonly file: number
}

const skip =
  process.platform !== 'linux'
    ? 'only Linux distinguishes anonymous memory from mapped files'
    : !isLongRun && 'building the dataset takes minutes: npm run test:long'

test(
  'a node answers while its mapped dataset exceeds its memory limit',
  { skip, timeout: 900_000 },
  async (t) => {
    const folder = temporaryFolder()
    const config = benchConfig(folder)
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const key = await prepareKey(config)
    await buildDataset(dataPaths(config.dataDir).dataset, PLAYERS, () => {})

    /** Reads the whole board in each round, and returns the memory after it. */
    const readAll = async (): Promise<Memory> => {
      const environment = benchSettings(folder, {
        BACKLINE_MEMORY_BYTES: String(LIMIT_BYTES),
      })
      const node = await startNode({ ...process.env, ...environment })
      t.after(() => node.end())
      const headers = { Authorization: `Bearer ${key}` }
      const board = `${node.origin}${KEYED_PREFIX}${REGION}/arena/${IDS.arenaSeasonId}/ranking`
      for (let round = 0; round < ROUNDS; round += 1) {
        for (let first = 1; first <= PLAYERS; first += WINDOW) {
          const answer = await fetch(`${board}/${first}/${first + WINDOW - 1}`, { headers })
          const body = await answer.text()
          assert.equal(answer.status, 200, body.slice(0, 1_000))
        }
        await sleep(SAMPLES_MS)
      }
      const ready = await fetch(`${node.adminOrigin}/readyz`)
      assert.equal(ready.status, 200, await ready.text())
      const memory = node.memory()
      await node.end()
      return memory
    }

    const { anonymous, file } = await readAll()
    const mb = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
    t.diagnostic(`${PLAYERS} players: RssAnon ${mb(anonymous)}, RssFile ${mb(file)}`)
    assert.ok(anonymous < LIMIT_BYTES)
    assert.ok(
      anonymous + file > LIMIT_BYTES,
      `limit ${mb(LIMIT_BYTES)}: mapped files would not matter`,
    )
  },
)

async function startNode(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [BACKLINE, 'serve'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.includes('Ctrl-C stops.')) resolve()
  })
  child.once('exit', () => reject(new Error(`It ended, saying:\n${said}`)))
  await ready
  return {
    origin: /ready at (http:\S+)/.exec(said)?.[1] ?? '',
    adminOrigin: /Health is at (http:\/\/[^/\s]+)/.exec(said)?.[1] ?? '',
    memory: (): Memory => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'latin1')
      const bytesOf = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024
      return { anonymous: bytesOf('RssAnon'), file: bytesOf('RssFile') }
    },
    end: async () => {
      child.kill()
      await ended
    },
  }
}
