import process from 'node:process'
import { findProgram, type Program } from '../../scripts/cluster/find-program.ts'

/**
 * Returns why tests that need these programs are skipped; `false` if all are installed. Continuous
 * integration never skips them: a missing server fails.
 */
export function skipWithout(...programs: readonly Program[]): string | false {
  const missing = programs.filter((program) => findProgram(program) === undefined)
  if (missing.length === 0 || process.env['CI'] !== undefined) return false
  return `No ${missing.join(', ')} on this machine: what needs it is NOT tested.`
}
