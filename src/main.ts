import process from 'node:process'
import { createProgram } from './cli/create-program.ts'
import { explain } from './cli/explain.ts'

try {
  await createProgram(process.env).parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
