import type { Language } from '../../../src/platform/language.ts'

/** Texts of the ladder. Numbers and times are formatted already. */
export interface LadderMessages {
  readonly title: string
  readonly slider: string
  readonly now: string
  readonly final: string
  readonly backToNow: string
  readonly backToFinal: string
  readonly toAbove: string
  readonly overBelow: string
  /** The growth of a rank from the shown time until now. */
  readonly since: (points: string) => string
  /** How long before the end the shown time is. */
  readonly beforeEnd: (time: string) => string
  readonly noData: (reason: string) => string
  readonly nothing: string
  readonly help: string
}

/** The texts of the ladder in every language. */
export const LADDER_MESSAGES: Readonly<Record<Language, LadderMessages>> = {
  en: {
    title: 'Ladder',
    slider: 'Time of the board',
    now: 'Now',
    final: 'Final',
    backToNow: 'Back to now',
    backToFinal: 'Back to the final result',
    toAbove: 'To next rank',
    overBelow: 'Lead',
    since: (points) => `${points} since then`,
    beforeEnd: (time) => `${time} before the end`,
    noData: (reason) => `No data at this time: ${reason}.`,
    nothing: 'No data at this time.',
    help: 'Move the slider to see the board at any past moment.',
  },
  ja: {
    title: '順位間の差',
    slider: '表示する時刻',
    now: '現在',
    final: '最終結果',
    backToNow: '現在に戻る',
    backToFinal: '最終結果に戻る',
    toAbove: '上との差',
    overBelow: '下との差',
    since: (points) => `以後 ${points}`,
    beforeEnd: (time) => `終了${time}前`,
    noData: (reason) => `この時刻のデータはありません：${reason}。`,
    nothing: 'この時刻のデータはありません。',
    help: 'スライダーを動かすと、過去の時点のボーダーを表示します。',
  },
  'zh-Hant': {
    title: '名次差距',
    slider: '顯示的時間',
    now: '現在',
    final: '最終結果',
    backToNow: '回到現在',
    backToFinal: '回到最終結果',
    toAbove: '距上一名次',
    overBelow: '領先',
    since: (points) => `之後 ${points}`,
    beforeEnd: (time) => `結束前 ${time}`,
    noData: (reason) => `此時沒有資料：${reason}。`,
    nothing: '此時沒有資料。',
    help: '移動滑桿，查看過去任一時刻的排行榜。',
  },
  'zh-Hans': {
    title: '名次差距',
    slider: '显示的时间',
    now: '现在',
    final: '最终结果',
    backToNow: '回到现在',
    backToFinal: '回到最终结果',
    toAbove: '距上一名次',
    overBelow: '领先',
    since: (points) => `之后 ${points}`,
    beforeEnd: (time) => `结束前 ${time}`,
    noData: (reason) => `此时没有数据：${reason}。`,
    nothing: '此时没有数据。',
    help: '移动滑块，查看过去任一时刻的排行榜。',
  },
  ko: {
    title: '순위 간 차이',
    slider: '표시할 시각',
    now: '현재',
    final: '최종 결과',
    backToNow: '현재로 돌아가기',
    backToFinal: '최종 결과로 돌아가기',
    toAbove: '위 순위까지',
    overBelow: '아래와의 차이',
    since: (points) => `이후 ${points}`,
    beforeEnd: (time) => `종료 ${time} 전`,
    noData: (reason) => `이 시각의 데이터가 없습니다: ${reason}.`,
    nothing: '이 시각의 데이터가 없습니다.',
    help: '슬라이더를 움직이면 과거 시점의 순위표를 볼 수 있습니다.',
  },
}
