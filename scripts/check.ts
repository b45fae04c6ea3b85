import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** The checks before the tests, and how to fix each. */
const CHECKS = [
  {
    name: 'format',
    command: ['prettier', '--check', '--log-level=warn', '.'],
    fix: 'npm run fix',
  },
  {
    name: 'lint',
    command: ['oxlint', '--type-aware', '--deny-warnings'],
    fix: 'npm run fix, or by hand',
  },
  { name: 'types', command: ['tsc'], fix: 'by hand' },
  { name: 'types of the client', command: ['tsc', '--noEmit', '-p', 'client'], fix: 'by hand' },
  { name: 'types of pages', command: ['tsc', '-p', 'web'], fix: 'by hand' },
  {
    name: 'generated',
    command: ['node', 'scripts/generate.ts', '--check'],
    fix: 'npm run generate',
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
    fix: 'by hand, in src/api/openapi/',
  },
] as const

/** Disables telemetry and update notices of tools. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Runs all checks, even after a failure, and lists the failed ones at the end. */
const failed = CHECKS.filter(({ name, command: [program, ...args], fix }) => {
  const startMs = performance.now()
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...QUIET },
  })
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1)
  process.stderr.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
  if (status !== 0) process.stderr.write(`     fix: ${fix}\n`)
  return status !== 0
})
process.exitCode = failed.length === 0 ? 0 : 1
