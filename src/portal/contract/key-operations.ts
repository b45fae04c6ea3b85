import { Type } from '#libraries/typebox'
import type { PortalOperation } from './portal-operation.ts'
import {
  application,
  auditPage,
  auditQuery,
  id,
  issuedKey,
  key,
  name,
  regions,
  scopes,
  timeMs,
} from './shapes.ts'

const named = Type.Object({ name }, { additionalProperties: false })

/** Operations on applications, their keys and their audit trail. */
export const KEY_OPERATIONS = {
  'applications.list': {
    method: 'GET',
    path: '/applications',
    access: 'developer',
    reply: Type.Object({
      applications: Type.Array(application),
      /** Maximum number of applications. */
      max: Type.Integer({ minimum: 1 }),
    }),
  },
  'applications.create': {
    method: 'POST',
    path: '/applications',
    access: 'developer',
    body: named,
    reply: application,
  },
  'applications.get': {
    method: 'GET',
    path: '/applications/{applicationId}',
    access: 'developer',
    reply: application,
  },
  'applications.rename': {
    method: 'POST',
    path: '/applications/{applicationId}/rename',
    access: 'developer',
    body: named,
    reply: application,
  },
  /** Revokes the application's keys and frees its name. */
  'applications.remove': {
    method: 'POST',
    path: '/applications/{applicationId}/remove',
    access: 'developer',
    reply: Type.Object({}),
  },
  'keys.create': {
    method: 'POST',
    path: '/applications/{applicationId}/keys',
    access: 'developer',
    body: Type.Object(
      {
        name,
        scopes,
        regions,
        /** Lifetime in days; `null`: unlimited. */
        lifetimeDays: Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()]),
      },
      { additionalProperties: false },
    ),
    reply: issuedKey,
  },
  /**
   * Creates a key with the same grants; the old one stays valid for `overlapHours` or until its
   * earlier expiry.
   */
  'keys.rotate': {
    method: 'POST',
    path: '/keys/{keyId}/rotate',
    access: 'developer',
    body: Type.Object(
      { overlapHours: Type.Integer({ minimum: 0, maximum: 24 * 90 }) },
      { additionalProperties: false },
    ),
    reply: issuedKey,
  },
  /**
   * Renames the key or sets its expiry, which must be in the future. `null`: never. Absent values
   * stay.
   */
  'keys.change': {
    method: 'POST',
    path: '/keys/{keyId}/change',
    access: 'developer',
    body: Type.Object(
      {
        name: Type.Optional(name),
        expiresAtMs: Type.Optional(Type.Union([timeMs, Type.Null()])),
      },
      { additionalProperties: false },
    ),
    reply: key,
  },
  'keys.revoke': {
    method: 'POST',
    path: '/keys/{keyId}/revoke',
    access: 'developer',
    reply: key,
  },
  /** Revokes every key of this service in a text: possession of a key suffices. */
  'leaked_keys.revoke': {
    method: 'POST',
    path: '/leaked-keys',
    access: 'anyone',
    isGuessable: true,
    body: Type.Object(
      { text: Type.String({ minLength: 1, maxLength: 10_000 }) },
      { additionalProperties: false },
    ),
    reply: Type.Object({
      /** The genuine keys; texts that only look like keys are omitted. */
      keys: Type.Array(Type.Object({ keyId: id, revokedAtMs: timeMs, wasActive: Type.Boolean() })),
    }),
  },
  'audit.list': {
    method: 'GET',
    path: '/audit',
    access: 'developer',
    query: auditQuery,
    reply: auditPage,
  },
} as const satisfies Readonly<Record<string, PortalOperation>>
