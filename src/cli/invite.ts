import type { Command } from 'commander'
import { createPortalOrigins } from '../portal/portal-origins.ts'
import type { Config } from '../app/config/read-config.ts'
import type { Environment } from '../platform/config/config-error.ts'
import { COMMAND } from '../accounts/audit-note.ts'
import { signInLink } from '../accounts/sign-in-link.ts'
import type { InvitationRefusal } from '../accounts/sign-in-store.ts'
import { DAY_MS } from '../platform/time/time-units.ts'
import { UsageError } from './output/explain-error.ts'
import { EXISTING } from './developer-states.ts'
import { receivingDeveloper, registeredMeanwhile } from './options/find-developer.ts'
import { print, printJson, timeText } from './output/print.ts'
import { readDurationMs } from './options/option-values.ts'
import { withAccounts } from './options/with-accounts.ts'

interface InviteOptions {
  readonly developer: string
  readonly operator?: true
  readonly existing?: true
  readonly valid: string
  readonly json?: true
}

/** Maximum lifetime of a link in milliseconds, because links remain in mailboxes. */
const VALID_MS_MAX = 30 * DAY_MS

/** Adds `backline developers invite`, which prints a one-time sign-in link to the portal. */
export function addInvite(developers: Command, environment: Environment): void {
  developers
    .command('invite')
    .description('print a one-time sign-in link to the portal')
    .requiredOption('--developer <id or name>', 'who signs in; an unknown name creates a developer')
    .option('--operator', 'the developer becomes an operator of the portal')
    .option(...EXISTING)
    .option('--valid <duration>', 'how long the link works', '24h')
    .option('--json', 'print JSON')
    .action((options: InviteOptions) =>
      withAccounts(environment, async ({ signIn, developers: store }, config) => {
        const origin = portalOriginOf(config)
        const lifetimeMs = readDurationMs(options.valid, '--valid')
        if (lifetimeMs > VALID_MS_MAX) throw new UsageError('--valid takes at most 30d.')
        const isOperator = options.operator === true
        const { called: name, ...developer } = await receivingDeveloper(
          store,
          options.developer,
          options.existing,
        )
        const made = await signIn.invite({ ...developer, isOperator, lifetimeMs }, COMMAND)
        if (typeof made === 'string') throw errorOfResponse(made, name)
        const { invitationId, developerId, token, expiresAtMs } = made
        const link = signInLink(origin, token)
        if (options.json === true) {
          const about = { developer: name, developerId, isOperator, link, expiresAtMs }
          return printJson({ id: invitationId, ...about })
        }
        const role = isOperator ? ', as an operator' : ''
        print(
          `${link}\n\nThis link signs in to the portal as ${name}${role}. It works once, until ${timeText(expiresAtMs)}.\n` +
            'It is shown only once. "backline serve" must be running when the link is opened.',
        )
      }),
    )
}

function errorOfResponse(why: InvitationRefusal, name: string): UsageError {
  if (why === 'developer_exists') return registeredMeanwhile(name)
  return new UsageError(
    {
      suspended: 'This developer is suspended and cannot sign in.',
      waiting: 'This developer waits for approval. Approve them before making them an operator.',
      unknown_developer: 'This developer no longer exists.',
    }[why],
  )
}

/** Returns the origin of the portal. Throws when the portal is off or its origin is unknown. */
function portalOriginOf(config: Config): string {
  const { listen, url } = config.portal
  if (listen === 'off') {
    throw new UsageError('The portal is off (BACKLINE_PORTAL_LISTEN), so a link would not work.')
  }
  const { port } = listen === 'public' ? config.listen : listen
  if (url === '' && port === 0) {
    throw new UsageError(
      'The portal listens on a random port. Set BACKLINE_PORTAL_URL for links to it.',
    )
  }
  return createPortalOrigins(config).portal(undefined)
}
