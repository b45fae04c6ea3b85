import { z } from '#libraries/zod'
import { defineConfig, type ConfigOf } from '../platform/config/config-group.ts'
import { count } from '../platform/config/count.ts'
import { setting } from '../platform/config/setting.ts'
import { WEBHOOKS_MAX } from './webhook.ts'

const PORTS = 'must be 1 to 20 port numbers separated by commas, such as 443,80'

const onOff = z.enum(['on', 'off'], 'must be on or off')

/** Declares the configuration of webhooks. */
export const webhookConfig = defineConfig(
  {
    BACKLINE_WEBHOOKS: setting(
      'Whether this process sends webhooks: on or off. One process per accounts database sends.',
      onOff,
      'on',
    ),
    BACKLINE_WEBHOOKS_MAX: setting(
      'Maximum webhooks per developer.',
      count(1, 10_000),
      String(WEBHOOKS_MAX),
    ),
    BACKLINE_WEBHOOKS_PORTS: setting(
      'Ports that webhooks may be sent to, separated by commas.',
      z
        .string()
        .regex(/^[0-9]{1,5}(?:,[0-9]{1,5}){0,19}$/, PORTS)
        .transform((text) => text.split(',').map(Number))
        .refine((ports) => ports.every((port) => port >= 1 && port <= 65_535), PORTS),
      '443,80',
    ),
    BACKLINE_WEBHOOKS_PRIVATE: setting(
      'Whether webhooks may be sent to addresses of this machine and of private networks: on or off.',
      onOff,
      'off',
    ),
  },
  (read) => ({
    webhooks: {
      isOn: read('BACKLINE_WEBHOOKS') === 'on',
      max: read('BACKLINE_WEBHOOKS_MAX'),
      rules: {
        ports: read('BACKLINE_WEBHOOKS_PORTS'),
        allowsPrivate: read('BACKLINE_WEBHOOKS_PRIVATE') === 'on',
      },
    },
  }),
)

/** The value of {@link webhookConfig}. */
export type WebhookConfig = ConfigOf<typeof webhookConfig>['webhooks']
