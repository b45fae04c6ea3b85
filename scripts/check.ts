import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** What is checked before any test runs, and what mends it. */
const CHECKS = [
  {
    name: 'format',
    command: ['prettier', '--check', '--log-level=warn', '.'],
    mend: 'npm run fix',
  },
  {
    name: 'lint',
    command: ['oxlint', '--type-aware', '--deny-warnings'],
    mend: 'npm run fix, or by hand',
  },
  { name: 'types', command: ['tsc'], mend: 'by hand' },
  { name: 'types of the client', command: ['tsc', '--noEmit', '-p', 'client'], mend: 'by hand' },
  { name: 'types of pages', command: ['tsc', '-p', 'web'], mend: 'by hand' },
  {
    name: 'generated',
    command: ['node', 'scripts/generate.ts', '--check'],
    mend: 'npm run generate',
  },
  {
    name: 'OpenAPI',
    command: [
      'redocly',
      'lint',
      '--format=stylish',
      'openapi.json',
      'openapi-3.0.json',
      'openapi-developer.json',
      'openapi-public.json',
    ],
    mend: 'by hand, in src/contract/openapi/',
  },
] as const

/** No tool of ours reports or asks for news of itself. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Runs every check, also behind one that fails, and says at the end which ones failed. */
const failed = CHECKS.filter(({ name, command: [program, ...words], mend }) => {
  const startMs = performance.now()
  const { status } = spawnSync(program, words, {
    stdio: 'inherit',
    env: { ...process.env, ...QUIET },
  })
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1)
  process.stderr.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
  if (status !== 0) process.stderr.write(`     mended by: ${mend}\n`)
  return status !== 0
})
process.exitCode = failed.length === 0 ? 0 : 1
