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

/** The songs, in the order of their ids; challenge songs play the first two. */
export const DEMO_SONGS: readonly DemoName[] = [
  {
    en: 'Promise at Dawn',
    ja: '夜明けの約束',
    'zh-Hant': '黎明的約定',
    'zh-Hans': '黎明的约定',
    ko: '새벽의 약속',
  },
  {
    en: 'Paper Lighthouse',
    ja: '紙の灯台',
    'zh-Hant': '紙燈塔',
    'zh-Hans': '纸灯塔',
    ko: '종이 등대',
  },
  {
    en: 'Second Window',
    ja: '二番目の窓',
    'zh-Hant': '第二扇窗',
    'zh-Hans': '第二扇窗',
    ko: '두 번째 창문',
  },
  {
    en: 'After the Rain',
    ja: '雨あがり',
    'zh-Hant': '雨過之後',
    'zh-Hans': '雨过之后',
    ko: '비 온 뒤',
  },
]

/** The gachas, in the order of their ids. */
export const DEMO_GACHAS: readonly DemoName[] = [
  {
    en: 'Rooftop Rehearsal',
    ja: '屋上のリハーサル',
    'zh-Hant': '屋頂排練',
    'zh-Hans': '屋顶排练',
    ko: '옥상 리허설',
  },
  {
    en: 'Step by Step',
    ja: 'ひとあしずつ',
    'zh-Hant': '一步一步',
    'zh-Hans': '一步一步',
    ko: '한 걸음씩',
  },
  {
    en: 'First Stage',
    ja: 'はじめてのステージ',
    'zh-Hant': '最初的舞台',
    'zh-Hans': '最初的舞台',
    ko: '첫 무대',
  },
]

/** The arena season. */
export const DEMO_ARENA_SEASON: DemoName = {
  en: 'Season 51',
  ja: 'シーズン51',
  'zh-Hant': '第51賽季',
  'zh-Hans': '第51赛季',
  ko: '시즌 51',
}
