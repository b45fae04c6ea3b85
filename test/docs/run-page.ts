import { spawn } from 'node:child_process'
import process from 'node:process'
import type { Step } from './parse-runnable-page.ts'
import { differenceOf } from './output-shape.ts'

/** Where the steps of a page run, and against what. */
export interface Reader {
  /** An empty folder, where the reader's terminal is. */
  readonly folder: string
  /** The address of the server, which pages show in place of the default one. */
  readonly origin: string
  readonly key: string
  /** Variables of the terminal besides the path. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Milliseconds for all steps of a page in one language. */
const DEADLINE_MS = 240_000

/**
 * Does what a page says, in one terminal: saves the files, runs the commands and compares what they
 * print with the shown output. Only the address, and the key for `bkl_...`, are replaced. A block
 * marked `endless` is stopped as soon as it has printed as many lines as the page shows. Returns
 * the differences; rejects if a command fails, an endless one ends, or the deadline passes.
 */
export async function runPage(
  steps: readonly Step[],
  { folder, origin, key, environment = {} }: Reader,
): Promise<readonly string[]> {
  const fill = (code: string) =>
    code.replaceAll('http://127.0.0.1:8787', origin).replaceAll('bkl_...', key)
  const script = steps.map((step, index) => scriptOf(step, index, steps, fill)).join('\n')
  const printed = await runScript(script, folder, environment)
  const outputs = new Map(
    printed
      .split(/^@@step (?=\d+$)/m)
      .slice(1)
      .map((part) => [Number.parseInt(part), part.slice(part.indexOf('\n') + 1)]),
  )
  return steps.flatMap((step, index) => {
    if (step.kind !== 'output') return []
    const run = steps.slice(0, index).findLastIndex(({ kind }) => kind === 'run')
    return differenceOf(fill(step.code), step.language, outputs.get(run) ?? '') ?? []
  })
}

function scriptOf(
  step: Step,
  index: number,
  steps: readonly Step[],
  fill: (code: string) => string,
): string {
  if (step.kind === 'output') return ''
  if (step.kind === 'save') {
    const content = Buffer.from(`${fill(step.code)}\n`).toString('base64')
    return `printf %s '${content}' | base64 -d > '${step.file}'`
  }
  const code = fill(step.code)
  if (!step.isEndless) return `printf '\\n@@step ${index}\\n'\n${code}\n`
  const shown = steps.slice(index).find(({ kind }) => kind === 'output')
  const lines = shown?.code.split('\n').length ?? 1
  return `printf '\\n@@step ${index}\\n'
set -m
: > endless.txt
{ ${code}
} > endless.txt &
for _ in $(seq 900); do
  [ "$(wc -l < endless.txt)" -ge ${lines} ] && break
  kill -0 $! || { echo 'Step ${index} ended by itself.' >&2; exit 1; }
  sleep 0.1
done
kill -- -$! || true
wait $! || true
set +m
head -n ${lines} endless.txt
`
}

function runScript(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, ...environment },
    timeout: DEADLINE_MS,
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => {
      if (status === 0) resolve(stdout)
      else
        reject(new Error(`Exit status ${status}: ${stderr.slice(-2_000)}\n${stdout.slice(-500)}`))
    })
  })
}
