import process from 'node:process'
import { createProgram } from './cli/create-program.ts'
import { explain } from './cli/explain.ts'

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  const program = await createProgram(process.env, process.argv[2])
  await program.parseAsync(process.argv)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}
