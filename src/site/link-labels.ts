import type { Language } from '../platform/language.ts'

/** The texts of a link preview in one language. */
export interface LinkLabels {
  /** The title of a link to an event, or to the running one. */
  event(id: string | undefined, region: string): string
  readonly description: string
}

/** The texts of each language. A missing one does not compile. */
export const LINK_LABELS: Readonly<Record<Language, LinkLabels>> = {
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
