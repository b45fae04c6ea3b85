import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '../../src/app/config/read-config.ts'

/** The root of the project. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** The text of a file in `deploy/`. */
export function readDeployed(file: string): string {
  return readFileSync(join(ROOT, 'deploy', file), 'utf8')
}

/**
 * What open requests get when a node is told to stop, and what closing takes beyond, in
 * milliseconds.
 */
export const GRACE_MS = 13_000 + 2_000

/** Bytes that the process that draws chart images may use beside the serving one. */
const CHART_PROCESS_BYTES = 320_000_000

/**
 * Throws unless a node sheds load before it reaches the memory limit of its container, such as
 * `768M` or `768Mi`, with room for what starts and for answers.
 */
export function checkMemoryBound({ edge, cacheBytes }: Config, limit: string): void {
  const bytes = Number.parseInt(limit, 10) * 1_048_576
  const { memoryMaxBytes } = edge.load
  assert.ok(memoryMaxBytes + CHART_PROCESS_BYTES <= bytes, `${memoryMaxBytes} of ${bytes}`)
  assert.ok(memoryMaxBytes >= 2 * (cacheBytes + 150_000_000), `${memoryMaxBytes}`)
}

/** The paths of the admin listener that a probe may ask. */
export const PROBES = ['/readyz', '/livez']

/**
 * Reads settings as a node would: the image's own, and those that it is started with, whose secrets
 * are in `secrets` instead of where they are mounted. Throws, in words, what a node would say.
 */
export function readNodeSettings(
  settings: Readonly<Record<string, string>>,
  mountedAt: string,
  secrets: string,
): Config {
  return readConfig({
    ...imageSettings(),
    ...Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, value.replace(mountedAt, secrets)]),
    ),
  })
}

/** The settings that the image has by itself. */
export function imageSettings(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...readDeployed('Dockerfile').matchAll(/\b(BACKLINE_[A-Z_]+)=(\S+)/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}
