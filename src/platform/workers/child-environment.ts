import process from 'node:process'
import { compileCache } from '../engine-tuning/engine-tuning.ts'

/** Variables that Node, the C library and the loader read. None is a secret. */
const RUNTIME =
  /^(?:HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TMPDIR|LD_LIBRARY_PATH|LD_PRELOAD|MALLOC_[A-Z_]+|SSL_CERT_(?:DIR|FILE)|UV_THREADPOOL_SIZE|NODE_(?:DEBUG|ENV|EXTRA_CA_CERTS|ICU_DATA|NO_WARNINGS|OPTIONS|REDIRECT_WARNINGS|TLS_REJECT_UNAUTHORIZED|USE_SYSTEM_CA|V8_COVERAGE))$/

/**
 * Variables that the Postgres driver and the OpenTelemetry SDK read, passwords and tokens included.
 */
const LIBRARIES = /^(?:OTEL_[A-Z_]+|PG[A-Z]+)$/

/** Options of a child's environment. */
export interface ChildEnvironmentOptions {
  /** Whether it connects to Postgres or sends traces. */
  readonly usesLibraries?: boolean
}

/**
 * Returns the environment of a child process or a thread: the variables that its runtime reads and
 * the compile cache, and no setting. It receives its settings in a message, so that neither
 * `/proc`, a diagnostic report nor a program that it starts shows the secrets of this process.
 */
export function childEnvironment(
  { usesLibraries = false }: ChildEnvironmentOptions = {},
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): Record<string, string> {
  const passed = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (RUNTIME.test(entry[0]) || (usesLibraries && LIBRARIES.test(entry[0]))),
  )
  return { ...Object.fromEntries(passed), ...compileCache() }
}
