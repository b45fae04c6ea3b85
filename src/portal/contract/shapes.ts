import { Type, type Static } from '#libraries/typebox'
import { AUDIT_ACTIONS } from '../../domain/audit.ts'
import { FORBIDDEN_IN_NAMES } from '../../domain/forbidden-in-names.ts'
import { REGIONS } from '../../domain/region.ts'
import { SCOPES } from '../../domain/scope.ts'

/** What names a thing of the portal: letters, digits, `-` and `_`. */
export const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

/** Unix milliseconds. */
export const timeMs = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })

/** How many. */
export const amount = Type.Integer({ minimum: 0 })

/**
 * What people call things: up to 100 characters, neither beginning nor ending with a space, without control characters and
 * without what makes a name look like another one.
 */
export const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: `^(?=\\S)[^${FORBIDDEN_IN_NAMES}]*\\S$`,
})

const limit = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

/** The three limits of a developer. */
export const limits = Type.Object({ minute: limit, day: limit, concurrency: limit })

/** Limits that are set; `null` returns one to what would hold without it. */
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

/** Scopes of a key: at least one, each once. */
export const scopes = Type.Array(scope, { minItems: 1, maxItems: SCOPES.length, uniqueItems: true })

/** Regions of a key: at least one, each once. */
export const regions = Type.Array(region, {
  minItems: 1,
  maxItems: REGIONS.length,
  uniqueItems: true,
})

/** How a developer stands: `waiting` for approval, `active`, or `suspended`. */
export const developerState = Type.Enum(['waiting', 'active', 'suspended'])

/** A developer. */
export const developer = Type.Object({
  developerId: id,
  name,
  state: developerState,
  isOperator: Type.Boolean(),
  /** The plan that gives the limits; absent: the defaults do. */
  plan: Type.Optional(name),
  /** The limits in force. */
  limits,
  createdAtMs: timeMs,
})

/** A key, without the secret. */
export const key = Type.Object({
  keyId: id,
  name: Type.String(),
  applicationId: id,
  scopes: Type.Array(scope),
  regions: Type.Array(region),
  createdAtMs: timeMs,
  expiresAtMs: Type.Optional(timeMs),
  revokedAtMs: Type.Optional(timeMs),
  /** The key that it was rotated into. */
  replacedBy: Type.Optional(id),
  /** Whether it is accepted now. */
  isActive: Type.Boolean(),
  /** The hour in which it was last used; `null`: not in the time for which usage is kept; absent: it was not asked for. */
  usedAtMs: Type.Optional(Type.Union([timeMs, Type.Null()])),
})

/** An application and its keys, the newest first. */
export const application = Type.Object({
  applicationId: id,
  name,
  createdAtMs: timeMs,
  keys: Type.Array(key),
})

/** A key that was just made. `text` is the secret, which nobody can show again. */
export const issuedKey = Type.Object({
  text: Type.String(),
  key,
  /** A line for a shell that asks something this key may ask; it holds the secret. */
  curl: Type.String(),
})

/** One place where a developer is signed in. */
export const session = Type.Object({
  sessionId: id,
  isThis: Type.Boolean(),
  signedInBy: Type.Enum(['link', 'provider']),
  /** What the browser said it was, shortened. */
  agent: Type.String(),
  createdAtMs: timeMs,
  usedAtMs: timeMs,
  expiresAtMs: timeMs,
})

/** A person at the provider who may sign in as a developer. */
export const identity = Type.Object({
  identityId: id,
  /** What the provider calls the person; what it is called itself where it says nothing. */
  name: Type.String(),
  createdAtMs: timeMs,
})

/** One entry of the audit trail: who did what, to what, when. */
export const auditEntry = Type.Object({
  auditId: id,
  atMs: timeMs,
  action: Type.Enum([...AUDIT_ACTIONS]),
  /** `anyone`: somebody who held a leaked key. `command`: the command line. */
  by: Type.Enum(['developer', 'operator', 'command', 'anyone']),
  /** The name of the developer or operator who did it. */
  byName: Type.Optional(Type.String()),
  /** Whom it concerns. */
  developer: Type.Optional(Type.Object({ developerId: id, name: Type.String() })),
  /** What it was done to: the public id of a key, the name of an application, of a plan, of a person. */
  subject: Type.Optional(Type.String()),
  /** What was set, name by name; never a secret. */
  details: Type.Record(Type.String(), Type.String()),
})

/** A page of the audit trail, the newest first. */
export const auditPage = Type.Object({
  entries: Type.Array(auditEntry),
  /** Ask with it as `before` for what is older; absent at the end. */
  next: Type.Optional(id),
})

/** What a page of the audit trail is asked with. */
export const auditQuery = Type.Object(
  { before: Type.Optional(id), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
  { additionalProperties: false },
)

/** A developer as pages show one. */
export type PortalDeveloper = Static<typeof developer>
/** A key as pages show one. */
export type PortalKey = Static<typeof key>
/** An application as pages show one. */
export type PortalApplication = Static<typeof application>
/** A new key as it is shown once. */
export type PortalIssuedKey = Static<typeof issuedKey>
/** An entry of the audit trail as pages show one. */
export type PortalAuditEntry = Static<typeof auditEntry>
