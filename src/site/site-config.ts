import { z } from '#libraries/zod'
import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { setting } from '../platform/config/setting.ts'

/** Origins that may be configured. */
const ORIGINS_MAX = 20

/** An origin that can stand in a Content-Security-Policy. */
const ORIGIN = /^https?:\/\/(?:[a-zA-Z0-9.-]{1,253}|\[[0-9a-fA-F:]{2,45}\])(?::[0-9]{1,5})?$/

const origins = z.string().transform((text, context): readonly string[] => {
  const names = text.split(',').map((name) => name.trim().replace(/\/$/, ''))
  const list = [...new Set(names.filter((name) => name !== ''))]
  if (list.length <= ORIGINS_MAX && list.every((name) => ORIGIN.test(name))) return list
  context.addIssue({
    code: 'custom',
    message: `must be up to ${ORIGINS_MAX} origins separated by commas, such as https://img.example.org`,
  })
  return z.NEVER
})

/** The settings of the pages. */
const SITE_SETTINGS = {
  BACKLINE_PICTURE_ORIGINS: setting(
    'Origins, separated by commas, from which the tracker shows pictures, such as banners of events: https://img.example.org. Browsers of readers connect to them. Others are not shown.',
    origins,
    '',
  ),
} as const

/** Configuration product of the pages. */
export const siteConfig = defineConfig(SITE_SETTINGS, (read) => ({
  pictureOrigins: read('BACKLINE_PICTURE_ORIGINS'),
}))

/** The value of {@link siteConfig}. */
export type SiteConfig = ConfigOf<typeof siteConfig>
