import process from 'node:process'
import type { Command } from 'commander'
import {
  proveConfiguredQuotas,
  type Finding,
  type ProofProgress,
} from '../compose/prove-configured-quotas.ts'
import { machine } from '../compose/world.ts'
import { readConfig, type Config, type Environment } from '../config.ts'
import { explain, UsageError } from './explain.ts'
import { countText, print, printJson, printTable } from './print.ts'
import { createProgressBar } from './progress-bar.ts'
import { readDurationMs } from './read-option.ts'

interface VerifyOptions {
  readonly processes: string
  readonly attempts: string
  readonly time: string
  readonly json?: true
}

/** What came of a proof. `wrong`: the store was seen to count wrongly. `unproved`: it could not be asked well enough. */
type Verdict = 'exact' | 'wrong' | 'unproved'

const EXIT_STATUS: Readonly<Record<Verdict, number>> = { exact: 0, wrong: 1, unproved: 2 }

/** The longest attack on one limit: with what stands around it, it has to fit into one minute of the store's clock. */
const TIME_MAX_MS = 50_000

/** Adds `backline verify …`: proofs that an operator runs on their own stores. */
export function addVerify(program: Command, environment: Environment): void {
  program
    .command('verify')
    .description('proofs to run on your own stores')
    .command('quotas')
    .description(
      'attack the configured quota store with made-up developers; 0: exact, 1: not, 2: not proved',
    )
    .option('--processes <n>', 'processes that attack at one time', '4')
    .option('--attempts <n>', 'attempts of each process against each limit', '10000')
    .option('--time <duration>', 'how long each limit is attacked, at most', '20s')
    .option('--json', 'answer in JSON')
    .action((options: VerifyOptions) => verifyQuotas(options, environment))
}

async function verifyQuotas(options: VerifyOptions, environment: Environment): Promise<void> {
  const processes = readCount(options.processes, '--processes', 1, 64)
  const attempts = readCount(options.attempts, '--attempts', 1_000, 1_000_000)
  const timeMs = readDurationMs(options.time, '--time', 1_000)
  if (timeMs > TIME_MAX_MS)
    throw new UsageError('--time takes at most 50s: each attack fits into one minute.')
  const config = readConfig(environment)
  if (options.json === undefined) print(introduction(config, processes, attempts))
  const bar = createProgressBar(process.stderr)
  let shown = ''
  const tell = (progress: ProofProgress) => {
    if (progress.type === 'attacking') {
      const { attempts: made, total, name } = progress
      // Each limit has a bar of its own.
      if (name !== shown) bar.end()
      shown = name
      return bar.show(made, total, `attempts against the ${name} limit`)
    }
    bar.end()
    const seconds = Math.ceil(progress.ms / 1_000)
    process.stderr.write(`Waiting ${seconds} s for a minute with enough time left …\n`)
  }
  // So that nothing is left behind; a proof has nothing to finish.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  let findings: readonly Finding[] = []
  let problem: string | undefined
  try {
    const world = { ...machine, observe: () => {} }
    findings = await proveConfiguredQuotas(config, world, { processes, attempts, timeMs, tell })
  } catch (error) {
    problem = explain(error).replace(/^backline: /, '')
  } finally {
    bar.end()
  }
  const verdict = verdictOf(findings, problem)
  if (options.json === true) printJson({ verdict, problem: problem ?? null, limits: findings })
  else show(findings, verdict, problem)
  process.exitCode = EXIT_STATUS[verdict]
}

function verdictOf(findings: readonly Finding[], problem: string | undefined): Verdict {
  if (findings.some(({ differences }) => differences.length > 0)) return 'wrong'
  return problem === undefined && findings.every(({ doubts }) => doubts.length === 0)
    ? 'exact'
    : 'unproved'
}

function introduction({ valkeyUrl, dataDir }: Config, processes: number, attempts: number): string {
  if (valkeyUrl === undefined) {
    return (
      'Quotas are counted in one process here (no BACKLINE_VALKEY_URL), so one process makes all ' +
      `${countText(processes * attempts)} attempts against each limit, on a file of its own in ${dataDir}.\n`
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
        finding.name === 'concurrency' ? `${finding.heldMax} of ${finding.limit}` : '',
        String(finding.leasesLeft),
      ]),
    )
    print('')
  }
  for (const { name, differences, doubts } of findings) {
    for (const sentence of [...differences, ...doubts]) print(`${name}: ${sentence}`)
  }
  if (problem !== undefined) print(problem)
  print(CONCLUSIONS[verdict])
}

const CONCLUSIONS: Readonly<Record<Verdict, string>> = {
  exact: 'Exact: as many were admitted as each limit allows, and a refusal changed nothing.',
  wrong: 'NOT exact: the store did not count as it must.',
  unproved: 'Exactness could not be proved; nothing wrong was seen.',
}

function readCount(text: string, option: string, min: number, max: number): number {
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= max) return count
  throw new UsageError(
    `${option} takes a whole number from ${countText(min)} to ${countText(max)}.`,
  )
}
