import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { REGIONS, type Region } from '../../game/region.ts'
import { HARD_NAMES } from '../languages/demo-language.ts'
import { demoPlayer } from '../content/demo-player.ts'
import { createSeededRandom } from '../../platform/text/seeded-random.ts'
import { cardContentOf, type CardContent } from './card-content.ts'
import { CARD_SIZE } from './card-pages.ts'
import { cardImage, drawCard, drawCards } from './draw-card.ts'

function contentOf(region: Region, name: string): CardContent {
  const player = demoPlayer(region, 0, { random: createSeededRandom(1, region), cards: [] })
  return { ...cardContentOf(region, player, 12_345), name }
}

/**
 * Returns the outlines on a card that are absent from the card of the same player with another
 * name.
 */
async function nameOutlines(region: Region, name: string, other: string): Promise<string[]> {
  const outlinesOf = async (text: string) => {
    const svg = await cardImage({ content: contentOf(region, text), page: 1 })
    return [...svg.matchAll(/ d="([^"]+)"/g)].map(([, outline = '']) => outline)
  }
  const others = new Set(await outlinesOf(other))
  return (await outlinesOf(name)).filter((outline) => !others.has(outline))
}

/** Returns the kinds of strokes of an outline, without their positions. */
const strokesOf = (outlines: readonly string[]) => outlines.join().replaceAll(/[^A-Za-z,]/g, '')

describe('a card', () => {
  it('is a PNG of the right size on both pages, for every difficult name', async () => {
    const names = [
      ...HARD_NAMES,
      '',
      ' ',
      '\uD800',
      'constructor',
      '__proto__',
      'Ō',
      '한자漢字かな',
    ]
    const orders = names.flatMap((name, at) =>
      ([1, 2] as const).map((page) => ({
        content: contentOf(REGIONS[(at + page) % REGIONS.length] ?? 'jp', name),
        page,
      })),
    )
    for (const image of await drawCards(orders)) {
      const { format, width, height } = await sharp(image).metadata()
      assert.deepEqual({ format, width, height }, { format: 'png', ...CARD_SIZE })
      assert.ok(image.length > 3_000 && image.length < 40_000, String(image.length))
    }
  })

  it('has the same bytes for the same content, and different ones for another look', async () => {
    const content = contentOf('jp', '夜明けの時計')
    const [one, same, other] = await drawCards([
      { content, page: 1 },
      { content: { ...content }, page: 1 },
      { content: { ...content, artSeed: 54_321 }, page: 1 },
    ])
    assert.deepEqual(one, same)
    assert.notDeepEqual(one, other)
  })

  it('is drawn for any name without a network request', async ({ mock }) => {
    const refuse = () => assert.fail('A request left the process.')
    const doors = [
      mock.method(globalThis, 'fetch', refuse),
      mock.method(Socket.prototype, 'connect', refuse),
    ]
    // Any code point, including unpaired surrogates, mixed with difficult names.
    const any = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
    const hard = fc.constantFrom('👩🏽‍🎤', 'ا', '\u202E', '\uDC00', '骨', '\n', 'e\u0301', '<b>')
    const names = fc.string({ unit: fc.oneof(any, hard), maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(names, fc.constantFrom(...REGIONS), async (name, region) => {
        const image = await drawCard({ content: contentOf(region, name), page: 1 })
        assert.equal(image[0], 0x89)
      }),
      { numRuns: 20 },
    )
    assert.deepEqual(
      doors.map((door) => door.mock.callCount()),
      [0, 0],
    )
  })

  it("shows Han characters in the region's own forms", async () => {
    const [bone, person] = [
      await Promise.all(REGIONS.map((region) => nameOutlines(region, '骨', '一'))),
      await Promise.all(REGIONS.map((region) => nameOutlines(region, '口', '一'))),
    ]
    assert.deepEqual(
      [...bone, ...person].map(({ length }) => length),
      Array(8).fill(1),
    )
    const [tw, jp, en] = bone.map(strokesOf)
    assert.notEqual(tw, jp)
    assert.equal(en, jp)
    // A character with the same form everywhere has the same strokes.
    const [twMouth, jpMouth] = person.map(strokesOf)
    assert.equal(twMouth, jpMouth)
  })
})
