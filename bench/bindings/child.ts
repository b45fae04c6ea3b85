import { subscribe } from 'node:diagnostics_channel'
import process from 'node:process'
import type { ProgramName } from './programs.ts'
import type { Usage } from './start-child.ts'
import { startProgram } from './start-program.ts'

// One program in a process of its own: `child.ts PROGRAM FOLDER`. It says its origin, and then, whenever it is asked,
// how much CPU time the operating system has given it and how much it has answered. It ends with its parent.
const [name, folder] = process.argv.slice(2) as [ProgramName, string]
let answers = 0
subscribe('http.server.response.finish', () => void (answers += 1))
process.on('disconnect', () => process.exit(0))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: Usage = { cpuUs: user + system, answers }
  process.send?.(usage)
})
process.send?.(await startProgram(name, folder))
