/** The introduction of the document of the keyed interface. */
export const OPEN_INTRODUCTION = `A read-only interface to public data of a live game: announcements, boards, decks, circles, gacha rates, profiles and
profile cards, for four regions. **Experimental**: version 0.1.0 may still change.

- **Ranks.** \`ranks\` lists every requested rank: \`1,100\` is two ranks, not an interval. An unoccupied rank is absent
  from the answer, never zero.
- **Defaults are omitted.** A field with its default value (\`0\`, \`"0"\`, empty text, an empty list, the first name of
  an enum) is absent: read every field with a default. Entries of maps are never omitted.
- **64-bit integers are strings**, in requests and answers: keep them as strings. A JavaScript number loses their last
  digits.
- **Enums** are a listed name or an unlisted integer. In a request the number of a listed name (counted from 0) means
  the name.
- **\`profileId\` is not an account id.** The public profile id is for profiles and cards; the account id (\`id\`,
  \`playerId\`, \`accountId\`: one value) is for decks, batches and favorites. Both belong to one region.
- **Batches** omit unknown and hidden ids; that is not an error.
- **404** means that the requested object is unknown or not public; the responses are identical. A known object without
  content is \`200\` with \`{}\`.
- **Times** are Unix milliseconds.
- **Both forms** of an operation, by query and by path, return the same data. A parameter in the path is unknown in the
  query.
- **Strictness.** An invalid request is rejected with a reason: unknown parameters, a repeated single value, a comma in
  a query list, malformed percent escapes, control characters. Trailing slashes, empty and dot segments are 404.
  An optional query parameter without a value counts as absent.

Requests are checked in this order: method (405), malformed request (400), unknown path (404), key (401), unknown region
(400), region or scope not granted to the key (403), parameters (400), limits (429). These rejections are not charged;
an admitted request counts as one, whatever its answer. Every error has the format of RFC 9457; programs should use
\`code\`. A request with a head of more than 16 KiB or 100 lines is rejected with 431, and one that arrives too slowly
with 408, before any other check.

The service caches answers for a short time: \`X-Fetched-At\` is the time of the original fetch.
\`GET /api/developer/v1/quota\` (described at \`/api/developer/openapi.json\`) returns the usage of a developer's limits
and is never counted.

The \`operationId\` of an operation's first form is its plain name; that of a form by path ends in \`ByPath\`
(\`…ByPathWithBandId\` if it has another parameter in the path). They are stable.`

/** The description of the security scheme. */
export const KEY_DESCRIPTION =
  'A developer key: `Authorization: Bearer <key>`. A key carries scopes and regions; each operation requires one ' +
  'scope. Keys are secrets: never put one into a page or an app that others run.'

/** The description of each scope. */
export const SCOPE_DESCRIPTIONS = {
  'game:announcements': 'announcements',
  'game:decks': 'event decks and arena deck trends',
  'game:rankings': 'event, arena, challenge and music boards',
  'game:circles': 'circles and their search',
  'game:gacha': 'gacha rates',
  'game:profiles': 'profiles, batches and favorites',
  'game:profile-images': 'profile card images',
} as const
