/** Severity of a line. */
export type LogLevel = 'info' | 'warn' | 'error'

/** How people see a line whose first fields need no names. */
export interface LineSummary {
  /** Returns the words that come first. */
  readonly words: (fields: LogLine['fields']) => readonly string[]
  /** Names of fields that these words contain, or that are for machines only. */
  readonly hidden: ReadonlySet<string>
}

/** One log line, before rendering. */
export interface LogLine {
  readonly level: LogLevel
  /** Its fields, `type` first. Skips `undefined` ones. */
  readonly fields: Readonly<Record<string, unknown>> & { readonly type: string }
  /** The error, logged with its stack. */
  readonly error?: Error | undefined
  /** A message for people, where the fields do not suffice. */
  readonly message?: string
  /** Default: the type, then the other fields by name. */
  readonly summary?: LineSummary
}
