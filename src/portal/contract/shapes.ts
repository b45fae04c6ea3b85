import { Type, type Static } from '#libraries/typebox'
import { AUDIT_ACTIONS } from '../../accounts/audit-note.ts'
import { FORBIDDEN_IN_NAMES } from '../../accounts/forbidden-name-characters.ts'
import { REGIONS } from '../../game/region.ts'
import { SCOPES } from '../../game/scope.ts'

/** Id: letters, digits, `-` and `_`. */
export const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

/** Unix milliseconds. */
export const timeMs = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })

/** Number of items. */
export const amount = Type.Integer({ minimum: 0 })

/**
 * One line of text, without spaces at the ends, control characters or characters that make one text
 * look like another.
 */
export const line = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: `^(?=\\S)[^${FORBIDDEN_IN_NAMES}]*[^\\s${FORBIDDEN_IN_NAMES}]$`,
  })

/** Name: a line of up to 100 characters. */
export const name = line(100)

/** Text of several lines, with the same characters as a name and line ends. */
export const text = (maxLength: number, { minLength = 1 } = {}) =>
  Type.String({
    minLength,
    maxLength,
    pattern: `^(?:\\n|[^${FORBIDDEN_IN_NAMES}])*$`,
  })

const limit = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

/** Limits of a developer. */
export const limits = Type.Object({ minute: limit, day: limit, concurrency: limit })

/** Limits to set; `null` resets one to the plan or default. */
export const limitChanges = Type.Object(
  {
    minute: Type.Optional(Type.Union([limit, Type.Null()])),
    day: Type.Optional(Type.Union([limit, Type.Null()])),
    concurrency: Type.Optional(Type.Union([limit, Type.Null()])),
  },
  { additionalProperties: false },
)

/** One of the seven scopes. */
export const scope = Type.Enum([...SCOPES])

/** One of the four regions. */
export const region = Type.Enum([...REGIONS])

/** Scopes of a key: at least one, without duplicates. */
export const scopes = Type.Array(scope, { minItems: 1, maxItems: SCOPES.length, uniqueItems: true })

/** Regions of a key: at least one, without duplicates. */
export const regions = Type.Array(region, {
  minItems: 1,
  maxItems: REGIONS.length,
  uniqueItems: true,
})

/** State of a developer: `waiting` for approval, `active`, or `suspended`. */
export const developerState = Type.Enum(['waiting', 'active', 'suspended'])

/** Developer. */
export const developer = Type.Object({
  developerId: id,
  name,
  state: developerState,
  isOperator: Type.Boolean(),
  /** Plan that provides the limits; absent: the defaults apply. */
  plan: Type.Optional(name),
  /** Effective limits. */
  limits,
  createdAtMs: timeMs,
})

/** Key without its secret. */
export const key = Type.Object({
  keyId: id,
  name: Type.String(),
  applicationId: id,
  scopes: Type.Array(scope),
  regions: Type.Array(region),
  createdAtMs: timeMs,
  expiresAtMs: Type.Optional(timeMs),
  revokedAtMs: Type.Optional(timeMs),
  /** Key that replaced it by rotation. */
  replacedBy: Type.Optional(id),
  /** Whether the key is accepted now. */
  isActive: Type.Boolean(),
  /** Hour of the last use; `null`: not within the retention of usage; absent: not requested. */
  usedAtMs: Type.Optional(Type.Union([timeMs, Type.Null()])),
})

/** Application with its keys, newest first. */
export const application = Type.Object({
  applicationId: id,
  name,
  createdAtMs: timeMs,
  keys: Type.Array(key),
})

/** Issued key. `text` is the secret, which cannot be shown again. */
export const issuedKey = Type.Object({
  text: Type.String(),
  key,
  /** Shell command for an operation that the key may use; contains the secret. */
  curl: Type.String(),
})

/** Session of a developer. */
export const session = Type.Object({
  sessionId: id,
  isThis: Type.Boolean(),
  signedInBy: Type.Enum(['link', 'provider']),
  /** User-Agent, shortened. */
  agent: Type.String(),
  createdAtMs: timeMs,
  usedAtMs: timeMs,
  expiresAtMs: timeMs,
})

/** Person at the provider who can sign in as a developer. */
export const identity = Type.Object({
  identityId: id,
  /** The provider's name for the person, or for itself when it has none. */
  name: Type.String(),
  createdAtMs: timeMs,
})

/** Entry of the audit trail. */
export const auditEntry = Type.Object({
  auditId: id,
  atMs: timeMs,
  action: Type.Enum([...AUDIT_ACTIONS]),
  /** `anyone`: a holder of a leaked key. `command`: the command line. */
  by: Type.Enum(['developer', 'operator', 'command', 'anyone']),
  /** Name of the acting developer or operator. */
  byName: Type.Optional(Type.String()),
  /** The developer concerned. */
  developer: Type.Optional(Type.Object({ developerId: id, name: Type.String() })),
  /**
   * Object of the action: the public id of a key, or the name of an application, a plan or a
   * person.
   */
  subject: Type.Optional(Type.String()),
  /** Values set, by name; never a secret. */
  details: Type.Record(Type.String(), Type.String()),
})

/** Page of the audit trail, newest first. */
export const auditPage = Type.Object({
  entries: Type.Array(auditEntry),
  /** `before` of the next page; absent on the last one. */
  next: Type.Optional(id),
})

/** Query of a page of the audit trail. */
export const auditQuery = Type.Object(
  { before: Type.Optional(id), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
  { additionalProperties: false },
)

/** A developer in the portal's format. */
export type PortalDeveloper = Static<typeof developer>
/** A key in the portal's format. */
export type PortalKey = Static<typeof key>
/** An application in the portal's format. */
export type PortalApplication = Static<typeof application>
/** A new key with its secret, shown once. */
export type PortalIssuedKey = Static<typeof issuedKey>
/** An audit entry in the portal's format. */
export type PortalAuditEntry = Static<typeof auditEntry>
