import { z } from '#libraries/zod'
import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { setting } from '../platform/config/setting.ts'

/** Maximum number of aliases. */
const ALIASES_MAX = 4

/** A header name that no program but a client interprets. */
const NAME = /^X-(?:[A-Za-z0-9]+-)+At$/i
const NAME_MAX = 64

const MESSAGE =
  `must be up to ${ALIASES_MAX} different comma-separated header names such as X-Game-Fetched-At ` +
  `(X-, then letters, digits and hyphens, ending in -At), other than X-Fetched-At`

const aliases = z.string().transform((text, context): readonly string[] => {
  const names = text === '' ? [] : text.split(',').map((name) => name.trim())
  const distinct = new Set([...names, 'X-Fetched-At'].map((name) => name.toLowerCase()))
  const isValid = names.every((name) => name.length <= NAME_MAX && NAME.test(name))
  if (isValid && names.length <= ALIASES_MAX && distinct.size === names.length + 1) return names
  context.addIssue({ code: 'custom', message: MESSAGE })
  return z.NEVER
})

/** Declares the names of the header with the fetch time. */
export const freshnessConfig = defineConfig(
  {
    BACKLINE_FETCHED_AT_ALIASES: setting(
      'Comma-separated header names, up to 4, that repeat X-Fetched-At, such as X-Moenotes-Fetched-At. Empty: none.',
      aliases,
      '',
    ),
  },
  (read) => ({ fetchedAtAliases: read('BACKLINE_FETCHED_AT_ALIASES') }),
)

/** The value of {@link freshnessConfig}. */
export type FreshnessConfig = ConfigOf<typeof freshnessConfig>
