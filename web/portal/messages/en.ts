import { en as access } from '../access/messages/en.ts'
import { en as account } from '../account/messages/en.ts'
import { en as audit } from '../audit/messages/en.ts'
import { en as common } from '../layout/messages/en.ts'
import { en as health } from '../operator/messages/health/en.ts'
import { en as incidents } from '../operator/messages/incidents/en.ts'
import { en as keys } from '../keys/messages/en.ts'
import { en as operator } from '../operator/messages/en.ts'
import { en as requests } from '../usage/messages/requests/en.ts'
import { en as signIn } from '../sign-in/messages/en.ts'
import { en as usage } from '../usage/messages/en.ts'
import { en as webhooks } from '../webhooks/messages/en.ts'
import type { PortalMessages } from './portal-messages.ts'

/** English. */
export const en: PortalMessages = {
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
