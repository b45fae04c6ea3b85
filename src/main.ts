import process from 'node:process'
import { createProgram } from './cli/create-program.ts'
import { explain } from './cli/output/explain-error.ts'

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
// When standard error is closed, messages are dropped and a server keeps running.
process.stderr.on('error', () => {})

try {
  const program = await createProgram(process.env, process.argv[2])
  await program.parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
