import { runChild } from '../turns/run-child.ts'
import { startService } from '../turns/start-service.ts'

await runChild((name, folder, settings) => startService(folder, name, settings))
