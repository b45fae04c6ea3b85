import process from 'node:process'
import { endOnFault, endProcess } from '../../platform/workers/end-process.ts'
import { openLog, type Log } from '../telemetry/open-log.ts'
import { startService, type RunningService } from '../start-service.ts'
import type { WorkerCommand, WorkerEvent } from './node-worker.ts'
import { systemPlatform } from '../../platform/platform.ts'

// The entry of a worker process. It exits when its supervisor does.
let stop: (() => Promise<void>) | undefined
let snapshot: RunningService['snapshot'] | undefined
let stopping = false

process.on('message', (command: WorkerCommand) => {
  if (command.type === 'serve') void serve(command)
  else if (command.type === 'snapshot') void sendSnapshot()
  else end()
})
process.on('disconnect', () => {
  // The supervisor was killed, or stop was requested twice.
  if (stopping) process.exit(1)
  end()
})
process.on('SIGTERM', end)
// A terminal signals all processes of the group; the supervisor alone decides about them.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})

async function serve({ worker, config, gameTime, graceMs }: WorkerCommand & { type: 'serve' }) {
  const log = openLog(config.log, worker)
  endOnFault(log)
  const startMs = systemPlatform.clock.monotonicMs()
  try {
    const platform = { ...systemPlatform, observe: log.observe, gameTime }
    const service = await startService(config, platform, undefined, 'worker')
    stop = () => stopAndEnd(service, log, graceMs)
    snapshot = () => service.snapshot()
    if (stopping) return await stop()
    const tookMs = Math.round(systemPlatform.clock.monotonicMs() - startMs)
    log.observe({ type: 'process.ready', address: service.origin, startMs: tookMs })
    send({ type: 'serving', origin: service.origin })
    await failWith('fatal-error', await service.fatalError, log)
  } catch (error) {
    await failWith('failed', error, log)
  }
}

async function failWith(type: 'failed' | 'fatal-error', error: unknown, log: Log): Promise<void> {
  log.observe({ type: 'fault', where: 'start', error })
  const message = error instanceof Error ? error.message : String(error)
  send({ type, message, system: { ...(error as object) } })
  await endProcess(log, 1)
}

async function sendSnapshot(): Promise<void> {
  if (snapshot !== undefined) send({ type: 'snapshot', snapshot: await snapshot() })
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

function send(event: WorkerEvent): void {
  process.send?.(event)
}
