import type { Language } from '../../../platform/language.ts'
import type { BoardKind } from '../../../game/board.ts'
import type { EventState } from '../../../game/game-event.ts'

/** The labels of a chart in one language. */
export interface ChartLabels {
  /** The title of a board whose name is unknown. */
  readonly boards: Readonly<Record<BoardKind, (id: string) => string>>
  rank(rank: string): string
  /** State of the event, with the time of its start or end. */
  readonly states: Readonly<Record<EventState, (time: string) => string>>
  readonly lastRead: (time: string) => string
  /** Replaces `lastRead` if the newest snapshot is the final result. */
  readonly finalResult: (time: string) => string
  times(zone: string): string
  readonly gap: string
  /** Legend of the bands, accuracy of past predictions, or why there is no prediction. */
  readonly prediction: {
    readonly bands: string
    readonly offBy: (percent: string) => string
    readonly tooEarly: string
    readonly none: string
  }
  readonly noData: string
}

/**
 * The labels in each language, in characters of its own font. A missing language does not compile.
 */
export const CHART_LABELS: Readonly<Record<Language, ChartLabels>> = {
  en: {
    boards: {
      event: (id) => `Event ${id}`,
      music: (id) => `Song ${id}`,
      challenge: (id) => `Challenge song ${id}`,
    },
    rank: (rank) => `#${rank}`,
    states: {
      coming: (time) => `Starts ${time}`,
      running: (time) => `Running until ${time}`,
      ended: (time) => `Ended ${time}`,
    },
    lastRead: (time) => `Last read ${time}`,
    finalResult: (time) => `Final result ${time}`,
    times: (zone) => `Times in ${zone}`,
    gap: 'Data gap',
    prediction: {
      bands: 'Predicted end: 50% and 90% of results',
      offBy: (percent) => `past predictions were off by ${percent} in the median`,
      tooEarly: 'Too early to predict the end',
      none: 'No prediction of the end',
    },
    noData: 'No data in this range yet',
  },
  ja: {
    boards: {
      event: (id) => `イベント ${id}`,
      music: (id) => `楽曲 ${id}`,
      challenge: (id) => `チャレンジ楽曲 ${id}`,
    },
    rank: (rank) => `${rank}位`,
    states: {
      coming: (time) => `${time} 開始予定`,
      running: (time) => `開催中 (${time} まで)`,
      ended: (time) => `${time} 終了`,
    },
    lastRead: (time) => `最終取得 ${time}`,
    finalResult: (time) => `最終結果 ${time}`,
    times: (zone) => `時刻: ${zone}`,
    gap: '欠測',
    prediction: {
      bands: '最終予想: 結果の50%と90%が入る範囲',
      offBy: (percent) => `過去の予想の誤差は中央値で${percent}`,
      tooEarly: 'まだ最終予想はできません',
      none: '最終予想なし',
    },
    noData: 'この期間のデータはまだありません',
  },
  'zh-Hant': {
    boards: {
      event: (id) => `活動 ${id}`,
      music: (id) => `歌曲 ${id}`,
      challenge: (id) => `挑戰歌曲 ${id}`,
    },
    rank: (rank) => `第${rank}名`,
    states: {
      coming: (time) => `${time} 開始`,
      running: (time) => `進行中 (至 ${time})`,
      ended: (time) => `已於 ${time} 結束`,
    },
    lastRead: (time) => `最後讀取 ${time}`,
    finalResult: (time) => `最終結果 ${time}`,
    times: (zone) => `時區: ${zone}`,
    gap: '資料缺漏',
    prediction: {
      bands: '預測最終: 50%與90%的結果所在範圍',
      offBy: (percent) => `過去預測的誤差中位數為${percent}`,
      tooEarly: '還太早，無法預測最終分數',
      none: '沒有預測',
    },
    noData: '此範圍尚無資料',
  },
  'zh-Hans': {
    boards: {
      event: (id) => `活动 ${id}`,
      music: (id) => `歌曲 ${id}`,
      challenge: (id) => `挑战歌曲 ${id}`,
    },
    rank: (rank) => `第${rank}名`,
    states: {
      coming: (time) => `${time} 开始`,
      running: (time) => `进行中 (至 ${time})`,
      ended: (time) => `已于 ${time} 结束`,
    },
    lastRead: (time) => `最后读取 ${time}`,
    finalResult: (time) => `最终结果 ${time}`,
    times: (zone) => `时区: ${zone}`,
    gap: '数据缺失',
    prediction: {
      bands: '预测最终: 50%与90%的结果所在范围',
      offBy: (percent) => `过去预测的误差中位数为${percent}`,
      tooEarly: '还太早，无法预测最终分数',
      none: '没有预测',
    },
    noData: '该范围暂无数据',
  },
  ko: {
    boards: {
      event: (id) => `이벤트 ${id}`,
      music: (id) => `악곡 ${id}`,
      challenge: (id) => `챌린지 악곡 ${id}`,
    },
    rank: (rank) => `${rank}위`,
    states: {
      coming: (time) => `${time} 시작 예정`,
      running: (time) => `진행 중 (${time}까지)`,
      ended: (time) => `${time} 종료`,
    },
    lastRead: (time) => `마지막 수집 ${time}`,
    finalResult: (time) => `최종 결과 ${time}`,
    times: (zone) => `시간대: ${zone}`,
    gap: '데이터 공백',
    prediction: {
      bands: '최종 예측: 결과의 50%와 90%가 들어가는 범위',
      offBy: (percent) => `과거 예측 오차는 중앙값 ${percent}`,
      tooEarly: '아직 최종 예측을 하기 이릅니다',
      none: '최종 예측 없음',
    },
    noData: '이 기간의 데이터가 아직 없습니다',
  },
}
