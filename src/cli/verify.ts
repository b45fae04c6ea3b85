import process from 'node:process'
import type { Command } from 'commander'
import {
  verifyConfiguredQuotas,
  type Finding,
  type VerifyProgress,
} from '../quotas/verify/verify-configured-quotas.ts'
import { systemPlatform } from '../platform/platform.ts'
import { readConfig, type Config } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { explain, UsageError } from './output/explain-error.ts'
import { countText, print, printJson, printTable } from './output/print.ts'
import { createProgressBar } from './output/progress-bar.ts'
import { readDurationMs } from './options/option-values.ts'

interface VerifyOptions {
  readonly processes: string
  readonly attempts: string
  readonly time: string
  readonly json?: true
}

/**
 * Result of the verification. `wrong`: the store counted incorrectly. `unproved`: too many outcomes
 * are unknown.
 */
type Verdict = 'exact' | 'wrong' | 'unproved'

const EXIT_STATUS: Readonly<Record<Verdict, number>> = { exact: 0, wrong: 1, unproved: 2 }

/**
 * Maximum milliseconds of load against one limit: with preparation and checks it must fit into one
 * minute of the store's clock.
 */
const TIME_MAX_MS = 50_000

/** Adds `backline verify …`, checks that operators run on their own stores. */
export function addVerify(program: Command, environment: Environment): void {
  program
    .command('verify')
    .description('verify your own stores')
    .command('quotas')
    .description(
      'load the configured quota store with synthetic developers; exits with 0: exact, 1: not exact, 2: unproved',
    )
    .option('--processes <n>', 'concurrent load processes', '4')
    .option('--attempts <n>', 'attempts per process and limit', '10000')
    .option('--time <duration>', 'maximum duration of the load on each limit', '20s')
    .option('--json', 'print JSON')
    .action((options: VerifyOptions) => verifyQuotas(options, environment))
}

async function verifyQuotas(options: VerifyOptions, environment: Environment): Promise<void> {
  const processes = readCount(options.processes, '--processes', 1, 64)
  const attempts = readCount(options.attempts, '--attempts', 1_000, 1_000_000)
  const timeMs = readDurationMs(options.time, '--time', 1_000)
  if (timeMs > TIME_MAX_MS)
    throw new UsageError('--time takes at most 50s, so that each load fits into one minute.')
  const config = readConfig(environment)
  if (options.json === undefined) print(introduction(config, processes, attempts))
  const bar = createProgressBar(process.stderr)
  let shown = ''
  const onProgress = (progress: VerifyProgress) => {
    if (progress.type === 'running') {
      const { attempts: made, total, name } = progress
      // Each limit has its own bar.
      if (name !== shown) bar.end()
      shown = name
      return bar.show(made, total, `attempts against the ${name} limit`)
    }
    bar.end()
    const seconds = Math.ceil(progress.ms / 1_000)
    process.stderr.write(`Waiting ${seconds} s for the next full minute …\n`)
  }
  // Exits normally, so that temporary data is removed.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  let findings: readonly Finding[] = []
  let problem: string | undefined
  try {
    const platform = { ...systemPlatform, observe: () => {} }
    findings = await verifyConfiguredQuotas(config, platform, {
      processes,
      attempts,
      timeMs,
      onProgress: onProgress,
    })
  } catch (error) {
    problem = explain(error).replace(/^backline: /, '')
  } finally {
    bar.end()
  }
  const verdict = verdictOf(findings, problem)
  if (options.json === true)
    printJson({ verdict, problem: problem ?? null, limits: findings.map(toJson) })
  else show(findings, verdict, problem)
  process.exitCode = EXIT_STATUS[verdict]
}

/** Returns a finding under the field names that were released. */
function toJson({ concurrentMax, unknownOutcomes, ...finding }: Finding) {
  return { ...finding, heldMax: concurrentMax, doubts: unknownOutcomes }
}

function verdictOf(findings: readonly Finding[], problem: string | undefined): Verdict {
  if (findings.some(({ differences }) => differences.length > 0)) return 'wrong'
  return problem === undefined &&
    findings.every(({ unknownOutcomes }) => unknownOutcomes.length === 0)
    ? 'exact'
    : 'unproved'
}

function introduction({ valkeyUrl, dataDir }: Config, processes: number, attempts: number): string {
  if (valkeyUrl === undefined) {
    return (
      'Quotas are counted in one process here (BACKLINE_VALKEY_URL is unset), so one process makes all ' +
      `${countText(processes * attempts)} attempts against each limit, on a separate file in ${dataDir}.\n`
    )
  }
  const times = `${processes} processes × ${countText(attempts)} attempts`
  return `Quotas are counted on ${URL.parse(valkeyUrl)?.host}: ${times} against each limit.\n`
}

function show(findings: readonly Finding[], verdict: Verdict, problem: string | undefined): void {
  if (findings.length > 0) {
    printTable(
      ['LIMIT', 'IS', 'ATTEMPTS', 'ADMITTED', 'DIFFERENCE', 'WRONG REFUSALS', 'HELD', 'LEFT'],
      findings.map((finding) => [
        finding.name,
        countText(finding.limit),
        countText(finding.attempts),
        countText(finding.admitted),
        String(finding.difference),
        countText(finding.refusedUnderQuota),
        finding.name === 'concurrency' ? `${finding.concurrentMax} of ${finding.limit}` : '',
        String(finding.leasesLeft),
      ]),
    )
    print('')
  }
  for (const { name, differences, unknownOutcomes } of findings) {
    for (const sentence of [...differences, ...unknownOutcomes]) print(`${name}: ${sentence}`)
  }
  if (problem !== undefined) print(problem)
  print(CONCLUSIONS[verdict])
}

const CONCLUSIONS: Readonly<Record<Verdict, string>> = {
  exact:
    'Exact: each limit admitted exactly its number of requests, and rejections changed nothing.',
  wrong: 'NOT exact: the store counted incorrectly.',
  unproved: 'Unproved: no error was found, but too many outcomes are unknown.',
}

function readCount(text: string, option: string, min: number, max: number): number {
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= max) return count
  throw new UsageError(`${option} takes an integer from ${countText(min)} to ${countText(max)}.`)
}
