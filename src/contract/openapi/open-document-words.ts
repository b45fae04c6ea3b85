/** What a reader must know before any operation. */
export const OPEN_INTRODUCTION = `A read-only interface to public data of a live game: announcements, boards, decks, circles, gacha rates, profiles and
profile cards, for four regions. **Experimental**: version 0.1.0 may still change.

- **Ranks.** \`ranks\` names every rank you want, first and last included: \`1,100\` is two ranks, not an interval. A rank
  that nobody holds is absent from the answer, never zero.
- **Defaults are left out.** A field that holds its default (\`0\`, \`"0"\`, empty text, an empty list, the first name of
  an enum) is absent: read every field with a default. Entries of maps are never left out.
- **64-bit integers are strings**, in requests and answers: keep them as text. A JavaScript number loses their last
  digits.
- **Enums** are a listed name, or an integer that no name is listed for. In a request the number of a listed name
  (counted from 0) means the name.
- **\`profileId\` is no account id.** The public profile id works for profiles and cards; the account id (\`id\`,
  \`playerId\`, \`accountId\`: one value) works for decks, batches and favorites. Both belong to one region.
- **Batches** leave out ids that are unknown or hidden; that is no error.
- **404** means that the one thing asked for is unknown or not public, which look the same. Something known with nothing
  to show is \`200\` with \`{}\`.
- **Times** are Unix milliseconds.
- **Both forms** of an operation, by query and by path, give the same data. A parameter that stands in the path is unknown
  in the query.
- **Strictness.** A request that is not exactly right is refused with a reason: unknown parameters, a single value given
  twice, a comma in a query list, malformed percent escapes, control characters. Trailing slashes, empty and dot segments
  are 404.

Requests are refused in this order: method (405), malformed request (400), unknown path (404), key (401), unknown region
(400), region or scope that the key is not granted (403), parameters (400), limits (429). No refusal up to there is
charged; an admitted request counts one, whatever its answer. Every error has the one shape of RFC 9457; act on \`code\`.
A request whose head is longer than 16 KiB or 100 lines is refused with 431, and one that arrives too slowly with 408, before anybody
looks at what it asks for.

Answers are kept for a short while on our side, and say so: \`X-Fetched-At\` is the time of the original fetch. Where a
developer stands against the limits tells \`GET /api/developer/v1/quota\` (described at \`/api/developer/openapi.json\`),
which is never counted.

The \`operationId\` of an operation's first form is its plain name, that of a form by path ends in \`ByPath\`
(\`…ByPathWithBandId\` where another parameter stands in the path too). They are stable.`

/** What the security scheme says. */
export const KEY_WORDS =
  'A developer key: `Authorization: Bearer <key>`. A key carries scopes and regions; each operation names the one ' +
  'scope it needs. Keys are secrets: never put one into a page or an app that others run.'

/** What each scope opens. */
export const SCOPE_WORDS = {
  'game:announcements': 'announcements',
  'game:decks': 'event decks and arena deck trends',
  'game:rankings': 'event, arena, challenge and music boards',
  'game:circles': 'circles and their search',
  'game:gacha': 'gacha rates',
  'game:profiles': 'profiles, batches and favorites',
  'game:profile-images': 'profile card images',
} as const
