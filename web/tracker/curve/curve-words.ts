/** The words of the curve's own buttons. */
export interface CurveWords {
  readonly zoomIn: string
  readonly zoomOut: string
  readonly left: string
  readonly right: string
  /** How many older rows a table leaves out; `{count}` is the number. */
  readonly leftOut: string
  /** What the arrow keys do. */
  readonly keys: string
}

const en: CurveWords = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  left: 'Earlier',
  right: 'Later',
  leftOut: 'Older rows that are left out: {count}',
  keys: 'Left and right arrow keys go from snapshot to snapshot.',
}

const WORDS: Readonly<Record<'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko', CurveWords>> = {
  en,
  ja: {
    zoomIn: '拡大',
    zoomOut: '縮小',
    left: '前へ',
    right: '後へ',
    leftOut: '省略した古い行：{count}',
    keys: '左右の矢印キーで記録を順に移動します。',
  },
  'zh-Hant': {
    zoomIn: '放大',
    zoomOut: '縮小',
    left: '較早',
    right: '較晚',
    leftOut: '省略的較舊資料列：{count}',
    keys: '使用左右方向鍵逐筆移動。',
  },
  'zh-Hans': {
    zoomIn: '放大',
    zoomOut: '缩小',
    left: '较早',
    right: '较晚',
    leftOut: '省略的较早数据行：{count}',
    keys: '使用左右方向键逐条移动。',
  },
  ko: {
    zoomIn: '확대',
    zoomOut: '축소',
    left: '이전',
    right: '이후',
    leftOut: '생략된 이전 행: {count}',
    keys: '왼쪽과 오른쪽 화살표 키로 기록을 하나씩 이동합니다.',
  },
}

/** The words of a language; English for one that is not among the five. */
export function curveWords(lang: string): CurveWords {
  return lang in WORDS ? WORDS[lang as keyof typeof WORDS] : en
}
