/** Labels of the chart's controls and table. */
export interface ChartLabels {
  readonly zoomIn: string
  readonly zoomOut: string
  readonly left: string
  readonly right: string
  /** Note about the older rows that a table omits; `{count}` is their number. */
  readonly leftOut: string
  /** Instruction for the arrow keys. */
  readonly keys: string
}

const en: ChartLabels = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  left: 'Earlier',
  right: 'Later',
  leftOut: '{count} older rows are not shown.',
  keys: 'Use the left and right arrow keys to move between snapshots.',
}

const LABELS: Readonly<Record<'en' | 'ja' | 'zh-Hant' | 'zh-Hans' | 'ko', ChartLabels>> = {
  en,
  ja: {
    zoomIn: '拡大',
    zoomOut: '縮小',
    left: '前の時間へ',
    right: '次の時間へ',
    leftOut: '古い{count}行は省略しています。',
    keys: '左右の矢印キーでデータを順に移動できます。',
  },
  'zh-Hant': {
    zoomIn: '放大',
    zoomOut: '縮小',
    left: '較早',
    right: '較晚',
    leftOut: '未顯示較舊的 {count} 列。',
    keys: '使用左右方向鍵逐筆查看資料。',
  },
  'zh-Hans': {
    zoomIn: '放大',
    zoomOut: '缩小',
    left: '较早',
    right: '较晚',
    leftOut: '未显示较早的 {count} 行。',
    keys: '使用左右方向键逐条查看数据。',
  },
  ko: {
    zoomIn: '확대',
    zoomOut: '축소',
    left: '이전',
    right: '이후',
    leftOut: '이전 행 {count}개는 표시하지 않습니다.',
    keys: '왼쪽과 오른쪽 화살표 키로 데이터를 하나씩 이동합니다.',
  },
}

/** Returns the labels of a language, or the English ones for an unsupported language. */
export function chartLabels(lang: string): ChartLabels {
  return lang in LABELS ? LABELS[lang as keyof typeof LABELS] : en
}
