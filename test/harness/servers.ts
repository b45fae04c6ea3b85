import process from 'node:process'
import { findProgram, type Program } from '../../scripts/cluster/find-program.ts'

/**
 * Why tests that need these programs are left out; `false` when they are all there. In continuous integration they
 * never are left out: a missing server is a failure.
 */
export function skipWithout(...programs: readonly Program[]): string | false {
  const missing = programs.filter((program) => findProgram(program) === undefined)
  if (missing.length === 0 || process.env['CI'] !== undefined) return false
  return `No ${missing.join(', ')} on this machine: what needs it is NOT tested.`
}
