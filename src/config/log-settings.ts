import { z } from '#libraries/zod'
import { setting } from './setting.ts'

/** How the log is written. */
export interface LogConfig {
  readonly form: 'auto' | 'json' | 'pretty'
  /** Which requests it tells of: all of them, or those that were refused, failed or cut. */
  readonly requests: 'all' | 'failed'
}

/** How the log is written, as variables. */
export const LOG_SETTINGS = {
  BACKLINE_LOG: setting(
    'The form of the log: json, pretty (for people), or auto: pretty on a terminal, json elsewhere.',
    z.enum(['auto', 'json', 'pretty'], 'must be auto, json or pretty'),
    'auto',
  ),
  BACKLINE_LOG_REQUESTS: setting(
    'Which requests the log tells of: all, or those that were refused, failed or cut (failed).',
    z.enum(['all', 'failed'], 'must be all or failed'),
    'all',
  ),
} as const
