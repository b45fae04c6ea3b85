/** How much a line matters. */
export type LogLevel = 'info' | 'warn' | 'error'

/** One line of the log, before it is written in one form or the other. */
export interface LogLine {
  readonly level: LogLevel
  /** What is told; `type` first. Fields that are `undefined` are not told. */
  readonly fields: Readonly<Record<string, unknown>> & { readonly type: string }
  /** What went wrong, told with its stack. */
  readonly error?: Error | undefined
  /** Words for people, where the fields do not say it. */
  readonly message?: string
}
