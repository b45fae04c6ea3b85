import { zhHant as access } from '../access/messages/zh-hant.ts'
import { zhHant as account } from '../account/messages/zh-hant.ts'
import { zhHant as audit } from '../audit/messages/zh-hant.ts'
import { zhHant as common } from '../layout/messages/zh-hant.ts'
import { zhHant as health } from '../operator/messages/health/zh-hant.ts'
import { zhHant as incidents } from '../operator/messages/incidents/zh-hant.ts'
import { zhHant as keys } from '../keys/messages/zh-hant.ts'
import { zhHant as operator } from '../operator/messages/zh-hant.ts'
import { zhHant as requests } from '../usage/messages/requests/zh-hant.ts'
import { zhHant as signIn } from '../sign-in/messages/zh-hant.ts'
import { zhHant as usage } from '../usage/messages/zh-hant.ts'
import { zhHant as webhooks } from '../webhooks/messages/zh-hant.ts'
import type { PortalMessages } from './portal-messages.ts'

/** Traditional Chinese. */
export const zhHant: PortalMessages = {
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
