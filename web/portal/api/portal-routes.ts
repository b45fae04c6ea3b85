import type {
  PortalOperationId,
  PortalOperations,
} from '../../../src/portal/contract/portal-operations.ts'

/**
 * Method and path of every operation. Its type checks it against the operation table, whose import
 * would bundle the schemas.
 */
export const PORTAL_ROUTES: {
  readonly [Id in PortalOperationId]: readonly [
    PortalOperations[Id]['method'],
    PortalOperations[Id]['path'],
  ]
} = {
  'sign_in.options': ['GET', '/sign-in'],
  'sign_in.look': ['POST', '/sign-in/link/look'],
  'sign_in.link': ['POST', '/sign-in/link'],
  'sign_in.out': ['POST', '/sign-out'],
  'sessions.list': ['GET', '/sessions'],
  'sessions.end': ['POST', '/sessions/{sessionId}/end'],
  'sessions.end_others': ['POST', '/sessions/end-others'],
  'identities.list': ['GET', '/identities'],
  'identities.remove': ['POST', '/identities/{identityId}/remove'],
  'operator.invitations': ['GET', '/operator/invitations'],
  'operator.invite': ['POST', '/operator/invitations'],
  'operator.withdraw_invitation': ['POST', '/operator/invitations/{invitationId}/withdraw'],
  'applications.list': ['GET', '/applications'],
  'applications.create': ['POST', '/applications'],
  'applications.get': ['GET', '/applications/{applicationId}'],
  'applications.rename': ['POST', '/applications/{applicationId}/rename'],
  'applications.remove': ['POST', '/applications/{applicationId}/remove'],
  'keys.create': ['POST', '/applications/{applicationId}/keys'],
  'keys.rotate': ['POST', '/keys/{keyId}/rotate'],
  'keys.change': ['POST', '/keys/{keyId}/change'],
  'keys.revoke': ['POST', '/keys/{keyId}/revoke'],
  'leaked_keys.revoke': ['POST', '/leaked-keys'],
  'audit.list': ['GET', '/audit'],
  'usage.read': ['GET', '/usage'],
  'usage.latency': ['GET', '/usage/latency'],
  'operator.latency': ['GET', '/operator/latency'],
  'usage.quota': ['GET', '/quota'],
  'requests.list': ['GET', '/requests'],
  'operator.requests': ['GET', '/operator/requests'],
  'requests.get': ['GET', '/requests/{requestId}'],
  'operator.usage': ['GET', '/operator/usage'],
  'operator.health': ['GET', '/operator/health'],
  'operator.service': ['GET', '/operator/service'],
  'operator.developers': ['GET', '/operator/developers'],
  'operator.developer': ['GET', '/operator/developers/{developerId}'],
  'operator.find_developer': ['GET', '/operator/developer'],
  'operator.change_developer': ['POST', '/operator/developers/{developerId}/change'],
  'operator.suspend': ['POST', '/operator/developers/{developerId}/suspend'],
  'operator.reinstate': ['POST', '/operator/developers/{developerId}/reinstate'],
  'operator.approve': ['POST', '/operator/developers/{developerId}/approve'],
  'operator.plans': ['GET', '/operator/plans'],
  'operator.set_plan': ['POST', '/operator/plans'],
  'operator.remove_plan': ['POST', '/operator/plans/remove'],
  'operator.revoke_key': ['POST', '/operator/keys/{keyId}/revoke'],
  'operator.audit': ['GET', '/operator/audit'],
}
