import type { Command } from 'commander'
import { createPortalOrigins } from '../compose/portal-origins.ts'
import type { Config, Environment } from '../config.ts'
import { COMMAND } from '../domain/audit.ts'
import { signInLink } from '../domain/sign-in-link.ts'
import { DAY_MS } from '../domain/time-units.ts'
import { UsageError } from './explain.ts'
import { print, printJson, timeText } from './print.ts'
import { readName } from './read-name.ts'
import { readDurationMs } from './read-option.ts'
import { withAccounts } from './with-accounts.ts'

interface InviteOptions {
  readonly developer: string
  readonly operator?: true
  readonly valid: string
  readonly json?: true
}

/** Milliseconds for which a link may be good at most: it lies about in mails until then. */
const VALID_MS_MAX = 30 * DAY_MS

/** Adds `backline developers invite`: prints a link that signs in to the portal, one time. */
export function addInvite(developers: Command, environment: Environment): void {
  developers
    .command('invite')
    .description('print a link that signs in to the portal, one time')
    .requiredOption('--developer <name>', 'who signs in with it; made when new')
    .option('--operator', 'the developer becomes an operator of the portal by it')
    .option('--valid <duration>', 'how long the link is good', '24h')
    .option('--json', 'answer in JSON')
    .action((options: InviteOptions) =>
      withAccounts(environment, async ({ signIn }, config) => {
        const origin = portalOriginOf(config)
        const name = readName(options.developer, '--developer')
        const lifetimeMs = readDurationMs(options.valid, '--valid')
        if (lifetimeMs > VALID_MS_MAX) throw new UsageError('--valid takes 30d at most.')
        const isOperator = options.operator === true
        const made = await signIn.invite({ name, isOperator, lifetimeMs }, COMMAND)
        if (made === undefined) {
          throw new UsageError('This developer is suspended, and cannot sign in.')
        }
        const { invitationId, token, expiresAtMs } = made
        const link = signInLink(origin, token)
        if (options.json === true) {
          return printJson({ id: invitationId, developer: name, isOperator, link, expiresAtMs })
        }
        const role = isOperator ? ', as an operator' : ''
        print(
          `${link}\n\nThis link signs in to the portal as ${name}${role}: one time, until ${timeText(expiresAtMs)}.\n` +
            'It is shown this once. "backline serve" must run when it is opened.',
        )
      }),
    )
}

/** Where browsers find the portal. Throws where that is nowhere, or cannot be known. */
function portalOriginOf(config: Config): string {
  const { listen, url } = config.portal
  if (listen === 'off') {
    throw new UsageError(
      'The portal is off (BACKLINE_PORTAL_LISTEN), so a link would lead nowhere.',
    )
  }
  const { port } = listen === 'public' ? config.listen : listen
  if (url === '' && port === 0) {
    throw new UsageError('The portal takes any free port: set BACKLINE_PORTAL_URL for links to it.')
  }
  return createPortalOrigins(config).portal(undefined)
}
