import { zhHans as access } from '../access/messages/zh-hans.ts'
import { zhHans as account } from '../account/messages/zh-hans.ts'
import { zhHans as audit } from '../audit/messages/zh-hans.ts'
import { zhHans as common } from '../layout/messages/zh-hans.ts'
import { zhHans as health } from '../operator/messages/health/zh-hans.ts'
import { zhHans as incidents } from '../operator/messages/incidents/zh-hans.ts'
import { zhHans as keys } from '../keys/messages/zh-hans.ts'
import { zhHans as operator } from '../operator/messages/zh-hans.ts'
import { zhHans as requests } from '../usage/messages/requests/zh-hans.ts'
import { zhHans as signIn } from '../sign-in/messages/zh-hans.ts'
import { zhHans as usage } from '../usage/messages/zh-hans.ts'
import { zhHans as webhooks } from '../webhooks/messages/zh-hans.ts'
import type { PortalMessages } from './portal-messages.ts'

/** Simplified Chinese. */
export const zhHans: PortalMessages = {
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
