import process from 'node:process'

/** The log of a process that is about to exit. */
export interface ProcessLog {
  observe(fault: { readonly type: 'fault'; readonly where: string; readonly error: unknown }): void
  /** Resolves when everything is written, or the time for it is over. */
  end(): Promise<void>
}

/** Handles an uncaught error: state may be corrupt, so it is logged and the process exits. */
export function endOnFault(log: ProcessLog): void {
  process.on('uncaughtException', (error) => {
    log.observe({ type: 'fault', where: 'process', error })
    void endProcess(log, 1)
  })
}

/** Exits this process after its log is written. */
export async function endProcess(log: ProcessLog, status: number): Promise<void> {
  await log.end()
  process.exit(status)
}
