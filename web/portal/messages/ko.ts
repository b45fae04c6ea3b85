import { ko as access } from '../access/messages/ko.ts'
import { ko as account } from '../account/messages/ko.ts'
import { ko as audit } from '../audit/messages/ko.ts'
import { ko as common } from '../layout/messages/ko.ts'
import { ko as health } from '../operator/messages/health/ko.ts'
import { ko as incidents } from '../operator/messages/incidents/ko.ts'
import { ko as keys } from '../keys/messages/ko.ts'
import { ko as operator } from '../operator/messages/ko.ts'
import { ko as requests } from '../usage/messages/requests/ko.ts'
import { ko as signIn } from '../sign-in/messages/ko.ts'
import { ko as usage } from '../usage/messages/ko.ts'
import { ko as webhooks } from '../webhooks/messages/ko.ts'
import type { PortalMessages } from './portal-messages.ts'

/** Korean. */
export const ko: PortalMessages = {
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
