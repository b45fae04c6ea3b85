import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { Kind, ScalarKind } from '../../src/api/parameter-kind.ts'
import { OPERATION_IDS, type OperationId } from '../../src/game/operations.ts'
import { REGIONS, type Region } from '../../src/game/region.ts'
import { demoExample, type RawParameters } from '../../src/demo/demo-example.ts'
import { demoPickUps } from '../../src/demo/content/demo-gachas.ts'
import { DEMO_IDS, demoAccountId, demoCircleId, demoProfileId } from '../../src/demo/demo-ids.ts'
import { DEMO_LANGUAGES, HARD_NAMES } from '../../src/demo/languages/demo-language.ts'
import { hasControl } from '../../src/platform/text/has-control.ts'
import { checkAnswer } from '../harness/check-answer.ts'
import { createManualClock } from '../harness/manual-clock.ts'
import { head, sendOne } from '../harness/raw-socket.ts'
import { FORMS, isInPath, parametersOf, targetOf } from '../harness/request-of.ts'
import { send } from '../harness/send.ts'
import { startTestService } from '../harness/start-test-service.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const clock = createManualClock(Date.UTC(2026, 5, 15, 12))
const service = await startTestService({ folder: temporaryFolder(), clock })
after(() => service.stop())
const KEY = (await service.issueKey()).text
const JP = '/api/open/v1/game/jp'

/**
 * Returns the status, with the body of a 200 or the error code: rejections differ in their request
 * ids.
 */
async function ask(target: string) {
  const { status, body, json } = checkAnswer(await send(service.origin, target, { key: KEY }))
  const told = status === 200 ? body.toString('latin1') : (json as { code: string }).code
  return `${status} ${told}`
}

/** Adds one test per row: all its targets return the same answer, which starts with `begins`. */
function same(promise: string, begins: string, rows: Readonly<Record<string, string[]>>): void {
  void test(promise, async (t) => {
    for (const [name, targets] of Object.entries(rows)) {
      await t.test(name, async () => {
        const answers = await Promise.all(targets.map(ask))
        assert.equal(answers[0]?.slice(0, begins.length), begins)
        assert.equal(new Set(answers).size, 1, targets.join('\n'))
      })
    }
  })
}

/** Returns the target of each form of `operation` that can express `raw`. */
function formsOf(operation: OperationId, raw: RawParameters, region: Region = 'jp'): string[] {
  return FORMS.filter((form) => form.operation === operation)
    .filter((form) =>
      Object.keys(parametersOf(operation)).every((name) => name in raw || !isInPath(form, name)),
    )
    .map((form) => targetOf(form, region, raw))
}

const { events, arenaSeasonId, gachas } = DEMO_IDS.jp
const MAX = 9_223_372_036_854_775_807n
const hundred = (make: (at: number) => unknown) =>
  Array.from({ length: 100 }, (_, at) => String(make(at)))
const ranksOf = (ranks: string[]) => formsOf('event.ranking', { eventId: events.lasting, ranks })
const batchOf = (accountIds: string[]) => formsOf('profile.batch', { accountIds })
const pickUpsOf = (selectedPickUp: readonly string[]) =>
  formsOf('gacha.rates', { gachaId: gachas[0], selectedPickUp })
const pickUps = demoPickUps('jp')

same('lists of exactly a hundred items are legal in every form', '200 {"', {
  'the first ranks': ranksOf(hundred((at) => at + 1)),
  'ranks with many zeros before them': ranksOf(hundred((at) => String(at + 1).padStart(100, '0'))),
  'account ids': batchOf(hundred((at) => demoAccountId('jp', at))),
  'one account id a hundred times': [
    ...batchOf(hundred(() => demoAccountId('jp', 0))),
    ...batchOf([demoAccountId('jp', 0)]),
  ],
  'four pick-ups, again and again': [
    ...pickUpsOf(hundred((at) => pickUps[at % 4])),
    ...pickUpsOf(pickUps),
  ],
})
same('a hundred items that do not exist are no error', '200 {}', {
  'the highest possible ranks': ranksOf(hundred((at) => 2_147_483_647 - at)),
  'the longest account ids': batchOf(hundred((at) => -MAX + BigInt(at))),
})
same('a hundred long pick-ups that are not offered are 404', '404 not_found', {
  'in every form': pickUpsOf(hundred((at) => -MAX + BigInt(at))),
})

same('equal lists are one list, however they are written', '200 {"', {
  'ranks in any order, twice, with zeros': [
    ...ranksOf(['1', '2', '30']),
    ...ranksOf(['30', '1', '2']),
    ...ranksOf(['2', '02', '1', '30', '1', '0030']),
    `${JP}/event/${events.lasting}/ranking/30%2C1%2C2`,
    `${JP}/event/${events.lasting}/ranking/30,1%2c2`,
  ],
  'pick-ups in any order': [
    ...pickUpsOf(pickUps.slice(0, 2)),
    ...pickUpsOf([pickUps[1] ?? '', pickUps[0] ?? '', `0${pickUps[1]}`]),
  ],
  'account ids twice': [
    ...batchOf([demoAccountId('jp', 1), demoAccountId('jp', 0)]),
    ...batchOf([demoAccountId('jp', 1), demoAccountId('jp', 0), `00${demoAccountId('jp', 1)}`]),
    `${JP}/profiles/${demoAccountId('jp', 1)}%2C${demoAccountId('jp', 0)}`,
  ],
})

const announcement = String(demoExample('announcement.get', 'jp')['id'])
const arena = (bandId: string, start = '1', end = '20') =>
  formsOf('arena.ranking', { arenaSeasonId, bandId, rankingStart: start, rankingEnd: end })
const arenaOverall = formsOf('arena.ranking', {
  arenaSeasonId,
  rankingStart: '1',
  rankingEnd: '20',
})

same('a 64-bit integer means its value, however many leading zeros it has', '200 {"', {
  'an id': ['', '0', '00', '0'.repeat(9_000)].flatMap((zeros) =>
    formsOf('announcement.get', { id: zeros + announcement }),
  ),
  'the overall board': [
    ...arenaOverall,
    ...['0', '-0', '00', '-000'].flatMap((band) => arena(band)),
  ],
  'ends of a window': [...arena('1'), ...arena('01', '0001', '00020')],
  'a circle': ['', '0', '0'.repeat(9_000)].flatMap((zeros) =>
    formsOf('circle.get', { circleId: zeros + demoCircleId('jp', 0) }),
  ),
})

same('an object with a legal id that does not exist is 404', '404 not_found', {
  'small and negative ids': ['0', '-0', '-1', '1'].flatMap((id) =>
    formsOf('announcement.get', { id }),
  ),
  'the ends of 64 bits': [`${MAX}`, `-${MAX + 1n}`].flatMap((id) =>
    formsOf('announcement.get', { id }),
  ),
  'a song of no int64 id': formsOf('music.ranking', { musicId: `-${MAX + 1n}` }),
  'a circle beyond any id': ['9'.repeat(40), `${MAX + 1n}`, '9'.repeat(9_000)].flatMap((circleId) =>
    formsOf('circle.get', { circleId }),
  ),
  'a profile beyond any id': ['9'.repeat(40), `${MAX + 1n}`, '9'.repeat(9_000)].flatMap(
    (profileId) => formsOf('profile.get', { profileId }),
  ),
  'a profile below any id': ['0', '-0', '-1', `-${MAX + 2n}`, `-${'9'.repeat(9_000)}`].flatMap(
    (profileId) => [...formsOf('profile.get', { profileId }), `${JP}/profile/${profileId}/card/1`],
  ),
  'huge pages': ['9999', '2147483648', `1${'0'.repeat(20)}`, '9'.repeat(9_000)].map(cardOf),
  'a player whose id is a word': formsOf('profile.favorites', { playerId: 'nobody at all' }),
})

function cardOf(page: string): string {
  return `${JP}/profile/${demoProfileId('jp', 0)}/card/${page}`
}
same('the product 0 means all products', '200 {"', {
  'of a gacha': ['0', '-0', '00', undefined].flatMap((productId) =>
    formsOf('gacha.rates', { gachaId: gachas[0], ...(productId !== undefined && { productId }) }),
  ),
})

same('a page number means its value, however many leading zeros it has', '200 \u0089PNG', {
  'the second': ['2', '02', `${'0'.repeat(9_000)}2`].map(cardOf),
})

same('a window of a thousand ranks is legal, wherever it begins', '200 {"', {
  'the first thousand': arena('0', '1', '1000'),
  'past the last rank': arena('0', '900', '1899'),
  'one rank': arena('0', '7', '7'),
  'the highest possible thousand': arena('0', `${MAX - 999n}`, `${MAX}`),
  'the highest possible rank': arena('0', `${MAX}`, `${MAX}`),
})

const tab = (selectedTab: string) => formsOf('announcement.list', { selectedTab })
const search = (raw: RawParameters) => formsOf('circle.search', raw)

same('the number of a listed name is the name, and leaving it out is the first one', '200 {"', {
  'no tab': [...formsOf('announcement.list', {}), ...tab('ALL'), ...tab('0'), ...tab('-0')],
  'a tab': [...tab('OPENING_EVENTS'), ...tab('1'), ...tab('01')],
  'the last tab': [...tab('BUG'), ...tab('2')],
  'no filter': [
    ...search({}),
    ...search({ memberRange: '0', joinRule: '0', playStyle: '0' }),
    ...search({ memberRange: 'MEMBER_RANGE_UNSPECIFIED', joinRule: 'JOIN_RULE_UNSPECIFIED' }),
    `${JP}/circles/search?options.name=`,
    `${JP}/circles/search?`,
    `${JP}/circles/search?&options.name=&`,
  ],
  filters: [
    ...search({ memberRange: 'MEMBER_RANGE_3', joinRule: 'AUTO', playStyle: 'FREE' }),
    ...search({ memberRange: '3', joinRule: '1', playStyle: '001' }),
  ],
})

const UNLISTED = ['5', '99', '-1', '2147483647', '-2147483648']
same('a number without a listed name is legal and matches nothing', '200 {}', {
  'a tab': ['3', ...UNLISTED].flatMap(tab),
  'a member range': UNLISTED.flatMap((memberRange) => search({ memberRange, name: 'a' })),
  'a join rule': UNLISTED.flatMap((joinRule) => search({ joinRule, name: 'a' })),
  'a play style': UNLISTED.flatMap((playStyle) => search({ playStyle, name: 'a' })),
})

const NAMES = [
  ...'a Q é e\u0301 夜 光月 ｱ 밤 ㅂ ن نجم כוכב दिल क् ดาว 👩‍👩‍👧 👩🏽‍🎤 🇯🇵 𠀋𪚲 İ ß ﷺ'.split(' '),
  ...'\u200b \u200f a\u202eb\u202c \ufeff \u2028 \u00a0 \u0301 \uffff \u{10ffff}'.split(' '),
  ...'0 -1 null __proto__ + a+b % %2F 100%25 a/b / \\ ..a ... a;b a?b a#b a&b=c a,b'.split(' '),
  ...', :name * {x} " \' <b> | ^ ~ @ [] $&'.split(' '),
  ' ',
  '  a  ',
  `${'a\u0301'.repeat(127)}ab`,
  ...['a', '夜', '👩'].map((letter) => letter.repeat(256)),
  ...HARD_NAMES,
]
same(
  'a name is legal in every script, and means the same in every form',
  '200 {',
  Object.fromEntries(
    NAMES.map((name) => [`${JSON.stringify(name.slice(0, 30))} ${name.length}`, search({ name })]),
  ),
)

void test('a name of 257 characters is rejected in every script', async (t) => {
  for (const letter of ['a', '夜', '👩', '\u0301']) {
    await t.test(JSON.stringify(letter), async () => {
      for (const target of search({ name: letter.repeat(257) })) {
        assert.equal(await ask(target), '400 invalid_request')
      }
    })
  }
})

const firstCircle = (region: Region) =>
  formsOf('circle.search', { name: DEMO_LANGUAGES[region].circleNames[0] ?? '' }, region)
same(
  'circles are found by names of one character in every region',
  '200 {"circles":[{',
  Object.fromEntries(REGIONS.map((region) => [region, firstCircle(region)])),
)

void test('a plus is a space in a query and a plus in a path', async () => {
  const [en, name] = ['/api/open/v1/game/en/circles/search', 'Night Owls']
  const found = await ask(`${en}?options.name=Night+Owls`)
  assert.ok(found.includes(name), found)
  assert.equal(await ask(`${en}?options.name=Night%20Owls`), found)
  assert.equal(await ask(`${en}/Night%20Owls`), found)
  assert.equal(await ask(`${en}/Night+Owls`), await ask(`${en}?options.name=Night%2BOwls`))
  assert.notEqual(await ask(`${en}/Night+Owls`), found)
})

const TARGET = `${JP}/announcement?id=${announcement}`
const AUTH = `Authorization: Bearer ${KEY}`
void test('unusual valid requests get the usual answer', async (t) => {
  const get = (...lines: string[]) => head(`GET ${TARGET} HTTP/1.1`, 'Host: x', AUTH, ...lines)
  const keyed = (line: string) => head(`GET ${TARGET} HTTP/1.1`, 'Host: x', line)
  const rows: Readonly<Record<string, string>> = {
    'an absolute target of another host': head(
      `GET http://elsewhere.example:1${TARGET} HTTP/1.1`,
      'Host: x',
      AUTH,
    ),
    'an absolute target in capitals': head(
      `GET HTTPS://elsewhere.example${TARGET} HTTP/1.1`,
      'Host: x',
      AUTH,
    ),
    'HTTP/1.0 without Host': head(`GET ${TARGET} HTTP/1.0`, AUTH),
    'an empty Host': head(`GET ${TARGET} HTTP/1.1`, 'Host:', AUTH),
    'empty lines first': `\r\n\r\n${get()}`,
    'Content-Length: 0': get('Content-Length: 0'),
    'an expectation without a body': get('Expect: 100-continue'),
    'an offer to upgrade': get('Connection: Upgrade', 'Upgrade: websocket'),
    'a hundred header lines': get(...Array<string>(98).fill('X: 1')),
    'a header named __proto__': get('__proto__: 1', 'constructor: 2'),
    'bytes above ASCII in a header': get('X-Name: \u00e9'),
    'headers in capitals': head(
      `GET ${TARGET} HTTP/1.1`,
      'HOST: x',
      AUTH.toUpperCase().slice(0, 14) + AUTH.slice(14),
    ),
    bearer: keyed(`Authorization: bearer ${KEY}`),
    BEARER: keyed(`Authorization: BEARER ${KEY}`),
    'two spaces': keyed(`Authorization: Bearer  ${KEY}`),
    'spaces around': keyed(`Authorization:  \t Bearer ${KEY}  \t`),
    'no space': keyed(`Authorization:Bearer ${KEY}`),
    'an ampersand at the end': get().replace(TARGET, `${TARGET}&`),
    'an escaped name': get().replace('?id=', '?%69d='),
  }
  const usual = await ask(TARGET)
  for (const [name, bytes] of Object.entries(rows)) {
    await t.test(name, async () => {
      const { status, body } = checkAnswer(await sendOne(service.origin, bytes))
      assert.equal(`${status} ${body.toString('latin1')}`, usual)
    })
  }
  await t.test('the quota with an absolute target', async () => {
    const line = 'GET http://elsewhere.example/api/developer/v1/quota HTTP/1.1'
    assert.equal((await sendOne(service.origin, head(line, 'Host: x', AUTH))).status, 200)
  })
})

/** Spellings of one value, enough for one per form. */
type Spellings = readonly (string | readonly string[])[]

const SPELLINGS = 3
const spell = <Value>(value: fc.Arbitrary<Value>, write: (value: Value) => fc.Arbitrary<string>) =>
  value.chain((meant) => fc.tuple(...Array.from({ length: SPELLINGS }, () => write(meant))))

/** `digits` with leading zeros. */
const padded = (digits: string) =>
  fc.nat({ max: 4 }).map((zeros) => digits.replace(/^-?/, (sign) => sign + '0'.repeat(zeros)))

const anyText = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 256 })
  // Dot segments are not names in a path (design, "Path shape").
  .filter((text) => !hasControl(text) && !['.', '..'].includes(text))

/** Legal values of a kind: mostly those for which the example has data. */
function scalar(kind: ScalarKind, example: string): fc.Arbitrary<Spellings> {
  const near = fc.constant(example)
  switch (kind.kind) {
    case 'int64':
      return spell(
        fc.oneof({ weight: 3, arbitrary: near }, fc.bigInt(-MAX - 1n, MAX).map(String)),
        padded,
      )
    case 'signed':
    case 'digits':
      return spell(fc.oneof(near, fc.bigInt(0n, MAX).map(String)), padded)
    case 'rank':
      return spell(
        fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
        (rank) => padded(String(rank)),
      )
    case 'page':
      return spell(fc.oneof(near, fc.bigInt(1n, 10n ** 30n).map(String)), padded)
    case 'text':
      return spell(fc.oneof(near, anyText), fc.constant)
    case 'enum':
      return spell(fc.oneof(fc.nat({ max: kind.names.length - 1 }), fc.integer()), (number) =>
        fc.oneof(padded(String(number)), fc.constant(kind.names[number] ?? String(number))),
      )
    case 'choice':
    case 'time':
    case 'run':
    case 'board':
    case 'whole':
    case 'zone':
    case 'name':
      throw new Error('The keyed interface has none.')
  }
}

function valuesOf(kind: Kind, example: string | readonly string[]): fc.Arbitrary<Spellings> {
  if (kind.kind !== 'list') return scalar(kind, String(example))
  const known = fc.constantFrom(...[example].flat()).chain((item) => scalar(kind.item, item))
  return fc.array(known, { minLength: 1, maxLength: 50 }).chain((items) => {
    const spellings = Array.from({ length: SPELLINGS }, (_, at) =>
      items.map((item) => String(item[at])),
    )
    const orders = spellings.map((list) =>
      kind.order === 'given'
        ? fc.subarray(list).map((again) => [...list, ...again])
        : fc.shuffledSubarray(list).chain((again) => fc.constant([...again, ...list])),
    )
    return fc.tuple(...orders)
  })
}

function legalArguments(operation: OperationId, region: Region) {
  const example = demoExample(operation, region)
  const entries = Object.entries(parametersOf(operation)).map(([name, { kind, optional }]) => {
    const values = valuesOf(kind, example[name] ?? '')
    return [name, optional ? fc.option(values, { nil: undefined }) : values] as const
  })
  return fc
    .tuple(
      fc.record<Record<string, Spellings | undefined>>(Object.fromEntries(entries)),
      operation === 'arena.ranking' ? legalWindow : fc.constant({}),
    )
    .map(([values, window]) => ({ ...values, ...window }))
}

const legalWindow = fc
  .tuple(fc.oneof(fc.bigInt(1n, 400n), fc.bigInt(1n, MAX - 999n)), fc.bigInt(0n, 999n))
  .chain(([start, more]) =>
    fc.record({
      rankingStart: spell(fc.constant(String(start)), padded),
      rankingEnd: spell(fc.constant(String(start + more)), padded),
    }),
  )

/** Returns the target of each form that can express these values, each with another spelling. */
function spelt(
  operation: OperationId,
  region: Region,
  values: Readonly<Record<string, Spellings | undefined>>,
): string[] {
  const given = Object.entries(values).filter(([, spellings]) => spellings !== undefined)
  return Array.from({ length: SPELLINGS }, (_, at) =>
    Object.fromEntries(given.map(([name, spellings]) => [name, spellings?.[at] ?? ''])),
  ).flatMap((raw, at) => formsOf(operation, raw, region).slice(at, at + 1))
}

void test('all forms of an operation answer equal requests with the same bytes, and reject no legal one', async (t) => {
  for (const operation of OPERATION_IDS) {
    await t.test(operation, async () => {
      const asked = fc
        .constantFrom(...REGIONS)
        .chain((region) =>
          legalArguments(operation, region).map((values) => spelt(operation, region, values)),
        )
      await fc.assert(
        fc.asyncProperty(asked, async (targets) => {
          const answers = await Promise.all(targets.map(ask))
          assert.match(answers[0] ?? '', /^(?:200 |404 not_found$)/)
          assert.deepEqual(new Set(answers).size, 1, targets.join('\n'))
        }),
        { numRuns: 60 },
      )
    })
  }
})
