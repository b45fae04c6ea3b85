import process from 'node:process'
import { endOnFault, endProcess } from './end-process.ts'
import { openLog, type Log } from './open-log.ts'
import { startService, type RunningService } from './start-service.ts'
import type { WorkerOrder, WorkerReport } from './start-worker.ts'
import { machine } from './world.ts'

// One of several processes that serve on one address, as its supervisor orders. It does not outlive that for long.
let stop: (() => Promise<void>) | undefined
let look: RunningService['look'] | undefined
let stopping = false

process.on('message', (order: WorkerOrder) => {
  if (order.type === 'serve') void serve(order)
  else if (order.type === 'look') void tellLook()
  else end()
})
process.on('disconnect', () => {
  // The supervisor was killed; or it was told twice, and nobody wants to wait any more.
  if (stopping) process.exit(1)
  end()
})
process.on('SIGTERM', end)
// Ctrl-C, and the end of a terminal, are for all its processes; the supervisor passes them on.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})

async function serve({ worker, config, gameTime, graceMs }: WorkerOrder & { type: 'serve' }) {
  const log = openLog(config.log, worker)
  endOnFault(log)
  const startMs = machine.clock.monotonicMs()
  try {
    const world = { ...machine, observe: log.observe, gameTime }
    const service = await startService(config, world, undefined, 'worker')
    stop = () => stopAndEnd(service, log, graceMs)
    look = () => service.look()
    if (stopping) return await stop()
    const tookMs = Math.round(machine.clock.monotonicMs() - startMs)
    log.observe({ type: 'process.ready', address: service.origin, startMs: tookMs })
    tell({ type: 'serving', origin: service.origin })
    await failWith('hopeless', await service.hopeless, log)
  } catch (error) {
    await failWith('failed', error, log)
  }
}

async function failWith(type: 'failed' | 'hopeless', error: unknown, log: Log): Promise<void> {
  log.observe({ type: 'fault', where: 'start', error })
  const message = error instanceof Error ? error.message : String(error)
  tell({ type, message, system: { ...(error as object) } })
  await endProcess(log, 1)
}

async function tellLook(): Promise<void> {
  if (look !== undefined) tell({ type: 'looked', look: await look() })
}

function end(): void {
  if (stopping) return
  stopping = true
  void stop?.()
}

async function stopAndEnd(service: RunningService, log: Log, graceMs: number): Promise<void> {
  const clean = await service.stop(graceMs)
  log.observe({ type: 'process.stopped', clean })
  await endProcess(log, clean ? 0 : 1)
}

function tell(report: WorkerReport): void {
  process.send?.(report)
}
