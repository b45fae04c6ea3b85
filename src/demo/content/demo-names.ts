import type { LocalizedText } from '../../game/localized-text.ts'

/** A name in every language of the pages. */
type DemoName = Required<LocalizedText>

/** An event in the operator's data of the demo. */
export interface DemoEventEntry {
  readonly name: DemoName
  readonly kind: string
}

/** The three events that rotate, in the order of their turns. */
export const DEMO_EVENTS: readonly [DemoEventEntry, DemoEventEntry, DemoEventEntry] = [
  {
    name: {
      en: 'Lights over the Harbor',
      ja: '港にともる灯',
      'zh-Hant': '港口的燈火',
      'zh-Hans': '港口的灯火',
      ko: '항구에 켜진 등불',
    },
    kind: 'marathon',
  },
  {
    name: {
      en: 'A Letter from Winter',
      ja: '冬からの手紙',
      'zh-Hant': '來自冬天的信',
      'zh-Hans': '来自冬天的信',
      ko: '겨울에서 온 편지',
    },
    kind: 'challenge',
  },
  {
    name: {
      en: 'The Train of Tomorrow',
      ja: 'あしたの列車',
      'zh-Hant': '明日的列車',
      'zh-Hans': '明日的列车',
      ko: '내일의 열차',
    },
    kind: 'marathon',
  },
]
