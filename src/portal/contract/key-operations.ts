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

/** Applications, their keys, and what was done to them. */
export const KEY_OPERATIONS = {
  'applications.list': {
    method: 'GET',
    path: '/applications',
    access: 'developer',
    reply: Type.Object({
      applications: Type.Array(application),
      /** How many there may be. */
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
  /** Revokes its keys. Its name can be given again. */
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
        /** Days for which it is good; `null` for ever. */
        lifetimeDays: Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()]),
      },
      { additionalProperties: false },
    ),
    reply: issuedKey,
  },
  /** A key with the same rights; the old one is good for `overlapHours` more, or as long as it would have been. */
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
  /** Renames it, or sets when it expires: not before now. `null`: never. What is absent stays. */
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
  /** Revokes every key of this service that stands in a text: who holds a key may end it. */
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
      /** The genuine ones; what only looks like a key is not among them. */
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
