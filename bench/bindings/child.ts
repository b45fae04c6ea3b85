import { runChild } from '../turns/run-child.ts'
import { startProgram } from './start-program.ts'

await runChild(startProgram)
