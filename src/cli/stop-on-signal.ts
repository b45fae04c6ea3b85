import process from 'node:process'
import { endProcess } from '../compose/end-process.ts'
import type { Log } from '../compose/open-log.ts'
import type { RunningService } from '../compose/start-service.ts'

/**
 * Lets SIGTERM, SIGINT and SIGHUP (its terminal is gone) stop the service with grace, and a second one end the process at once, with 1. One that comes
 * before there is a service ends the process as soon as its log is written, with 0. Returns what says that it is there.
 */
export function stopOnSignal(log: Log, graceMs: number): (service: RunningService) => void {
  let service: RunningService | undefined
  let signals = 0
  const stop = async (signal: NodeJS.Signals) => {
    signals += 1
    if (signals > 1) process.exit(1)
    log.observe({ type: 'process.draining', signal, open: service?.open() ?? 0 })
    const clean = (await service?.stop(graceMs)) ?? true
    log.observe({ type: 'process.stopped', clean })
    await endProcess(log, 0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal))
  }
  return (started) => void (service = started)
}
