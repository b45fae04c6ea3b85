import process from 'node:process'
import { endProcess } from '../platform/workers/end-process.ts'
import type { Log } from '../app/telemetry/open-log.ts'
import type { RunningService } from '../app/start-service.ts'

/**
 * Shuts down gracefully on SIGTERM, SIGINT and SIGHUP (closed terminal); a second signal exits at
 * once with status 1. A signal before the service has started exits with status 0 after the log is
 * written. Returns a function that sets the started service.
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
