import { DEMO_LANGUAGES } from '../languages/demo-language.ts'
import type { CardColors } from './card-colors.ts'
import type { CardContent, CardStatistic } from './card-content.ts'
import { CARD_LABELS, type CardLabels } from './card-labels.ts'
import { widthOf } from '../../platform/fonts/font-coverage.ts'
import { drawableText } from './drawable-text.ts'

/** The size of a card in pixels. */
export const CARD_SIZE = { width: 480, height: 270 } as const

/** The frame of the picture on the first page; text does not overlap it. */
export const ART_FRAME = { x: 20, y: 20, width: 150, height: 230 } as const

const EDGE = 20
const NAME_WIDTH = CARD_SIZE.width - ART_FRAME.width - 3 * EDGE

const SHEET = { ...CARD_SIZE, boxSizing: 'border-box', padding: EDGE } as const

/** A page of a card: the profile (1) or the statistics (2). */
export type CardPage = 1 | 2

/** Returns the layout of a page, without the picture of the first page. */
export function cardPage(content: CardContent, page: CardPage, colors: CardColors): CardElement {
  return page === 1 ? firstPage(content, colors) : secondPage(content, colors)
}

function firstPage(content: CardContent, colors: CardColors): CardElement {
  const words = CARD_LABELS[content.region]
  const name = drawableText(content.region, content.name)
  // A long name gets smaller; a very long one is truncated as well.
  const size = [32, 26, 20].find((pixels) => widthOf(name) * pixels <= NAME_WIDTH) ?? 20
  const nameStyle = name === '' ? { color: colors.quietText } : { fontWeight: 700 }
  return column(
    { ...SHEET, paddingLeft: ART_FRAME.width + 2 * EDGE, color: colors.text },
    header(DEMO_LANGUAGES[content.region].cardName, content, colors),
    row(
      { height: 56, alignItems: 'center', width: NAME_WIDTH },
      cutLine(
        { ...nameStyle, fontSize: name === '' ? 22 : size, maxWidth: NAME_WIDTH },
        name === '' ? words.nameless : name,
      ),
    ),
    row(
      { alignItems: 'baseline', gap: 10 },
      line({ fontSize: 15, color: colors.quietText }, words.level),
      line({ fontSize: 40, fontWeight: 700, color: colors.accent }, String(content.level)),
    ),
    column(
      { marginTop: 'auto', gap: 8 },
      labelled(words.profileId, content.profileId, colors),
      labelled(words.favoriteCard, `No. ${content.cardId}`, colors),
    ),
  )
}

function secondPage(content: CardContent, colors: CardColors): CardElement {
  const words = CARD_LABELS[content.region]
  const name = drawableText(content.region, content.name)
  return column(
    { ...SHEET, color: colors.text, justifyContent: 'space-between' },
    header(name === '' ? words.nameless : name, content, colors),
    column(
      { gap: 6, padding: '12px 16px', borderRadius: 12, backgroundColor: colors.panel },
      ...content.statistics.map((statistic) => bar(statistic, words, colors)),
    ),
  )
}

function header(title: string, { region }: CardContent, colors: CardColors): CardElement {
  const badge = { color: colors.ground, backgroundColor: colors.accent, borderRadius: 6 }
  return row(
    { alignItems: 'center', justifyContent: 'space-between', height: 24 },
    cutLine({ fontSize: 15, fontWeight: 700, color: colors.quietText, maxWidth: 360 }, title),
    line(
      { ...badge, fontSize: 13, fontWeight: 700, padding: '1px 8px', flexShrink: 0 },
      region.toUpperCase(),
    ),
  )
}

function labelled(label: string, value: string, colors: CardColors): CardElement {
  return column(
    {},
    line({ fontSize: 12, color: colors.quietText, lineHeight: 1.3 }, label),
    line({ fontSize: 17, lineHeight: 1.3 }, value),
  )
}

function bar({ name, value, top }: CardStatistic, words: CardLabels, colors: CardColors) {
  const share = Math.min(1, value / top)
  return row(
    { alignItems: 'center', gap: 12, height: 24 },
    line({ width: 108, fontSize: 14, color: colors.quietText }, words[name]),
    row(
      { flexGrow: 1, height: 10, borderRadius: 5, backgroundColor: colors.track },
      row({ width: `${share * 100}%`, borderRadius: 5, backgroundColor: colors.accent }),
    ),
    line(
      { width: 84, fontSize: 15, fontWeight: 700, textAlign: 'right' },
      value.toLocaleString('en'),
    ),
  )
}

/** Styles as the layout engine reads them: a subset of CSS. */
type Style = Readonly<Record<string, string | number>>

/** A node of the layout tree, in the shape that JSX would give. */
interface CardElement {
  readonly type: 'div'
  readonly props: {
    readonly style: Style
    readonly children: string | readonly CardElement[]
  }
}

/** Creates a box whose children are side by side. */
function row(style: Style, ...children: readonly CardElement[]): CardElement {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

/** Creates a box whose children are stacked. */
function column(style: Style, ...children: readonly CardElement[]): CardElement {
  return row({ flexDirection: 'column', ...style }, ...children)
}

/** Creates one line of fixed text, which is known to fit. */
function line(style: Style, text: string): CardElement {
  const { props } = row({ display: 'block', whiteSpace: 'nowrap', ...style })
  return { type: 'div', props: { ...props, children: text } }
}

/**
 * Creates one line of arbitrary text, truncated with an ellipsis at `maxWidth`. Truncation needs a
 * layer, which is slower.
 */
function cutLine(style: Style & { readonly maxWidth: number }, text: string): CardElement {
  return line({ overflow: 'hidden', textOverflow: 'ellipsis', ...style }, text)
}
