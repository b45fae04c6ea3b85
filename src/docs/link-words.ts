import type { ChartLanguage } from '../contract/public/chart-choices.ts'

/** What the preview of a link says in one language. */
export interface LinkWords {
  /** The title of a link to one event, or to the one that runs. */
  event(id: string | undefined, region: string): string
  readonly description: string
}

/** The words of every language. One without them does not compile. */
export const LINK_WORDS: Readonly<Record<ChartLanguage, LinkWords>> = {
  en: {
    event: (id, region) =>
      id === undefined ? `Event cutoffs (${region})` : `Event ${id} cutoffs (${region})`,
    description: 'Points of ranks over time, with every gap shown.',
  },
  ja: {
    event: (id, region) =>
      id === undefined ? `イベントボーダー（${region}）` : `イベント ${id} のボーダー（${region}）`,
    description: '順位ごとのポイントの推移。取得できなかった時間もそのまま示します。',
  },
  'zh-Hant': {
    event: (id, region) =>
      id === undefined ? `活動分數線（${region}）` : `活動 ${id} 分數線（${region}）`,
    description: '各名次的分數變化，缺少資料的時段也如實標示。',
  },
  'zh-Hans': {
    event: (id, region) =>
      id === undefined ? `活动分数线（${region}）` : `活动 ${id} 分数线（${region}）`,
    description: '各名次的分数变化，缺少数据的时段也如实标示。',
  },
  ko: {
    event: (id, region) =>
      id === undefined ? `이벤트 컷 (${region})` : `이벤트 ${id} 컷 (${region})`,
    description: '순위별 점수 변화. 수집하지 못한 시간도 그대로 표시합니다.',
  },
}
