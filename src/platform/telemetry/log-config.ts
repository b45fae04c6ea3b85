import { z } from '#libraries/zod'
import { defineConfig } from '../config/config-group.ts'
import { setting } from '../config/setting.ts'

/** Configuration of the log. */
export interface LogConfig {
  readonly form: 'auto' | 'json' | 'pretty'
  /** Which requests are logged: all, or only rejected, failed and aborted ones. */
  readonly requests: 'all' | 'failed'
}

/** Declares the configuration of the log. */
export const logConfig = defineConfig(
  {
    BACKLINE_LOG: setting(
      'Log format: json, pretty (readable), or auto (pretty on a terminal, else json).',
      z.enum(['auto', 'json', 'pretty'], 'must be auto, json or pretty'),
      'auto',
    ),
    BACKLINE_LOG_REQUESTS: setting(
      'Which requests are logged: only rejected, failed and interrupted ones (failed), or all.',
      z.enum(['all', 'failed'], 'must be all or failed'),
      'failed',
    ),
  },
  (read) => ({
    log: Object.freeze<LogConfig>({
      form: read('BACKLINE_LOG'),
      requests: read('BACKLINE_LOG_REQUESTS'),
    }),
  }),
)
