import { ja as access } from '../access/messages/ja.ts'
import { ja as account } from '../account/messages/ja.ts'
import { ja as audit } from '../audit/messages/ja.ts'
import { ja as common } from '../layout/messages/ja.ts'
import { ja as health } from '../operator/messages/health/ja.ts'
import { ja as incidents } from '../operator/messages/incidents/ja.ts'
import { ja as keys } from '../keys/messages/ja.ts'
import { ja as operator } from '../operator/messages/ja.ts'
import { ja as requests } from '../usage/messages/requests/ja.ts'
import { ja as signIn } from '../sign-in/messages/ja.ts'
import { ja as usage } from '../usage/messages/ja.ts'
import { ja as webhooks } from '../webhooks/messages/ja.ts'
import type { PortalMessages } from './portal-messages.ts'

/** Japanese. */
export const ja: PortalMessages = {
  access,
  account,
  audit,
  common,
  health,
  incidents,
  keys,
  operator,
  requests,
  signIn,
  usage,
  webhooks,
}
