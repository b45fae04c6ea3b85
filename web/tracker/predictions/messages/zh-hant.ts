import type { PredictionMessages } from './prediction-messages.ts'

/** The texts about predictions in Traditional Chinese. */
export const zhHant: PredictionMessages = {
  title: '最後會到多少？',
  ends: (value, low, high) => `預測最終約 ${value}（${low}～${high}）`,
  offBy: (percent) => `過去在這個時間點的預測，誤差中位數為 ${percent}。`,
  none: {
    too_early: '還太早，無法預測。活動進行一段時間後才會開始預測。',
    gap: '沒有預測：最新資料太舊。',
    not_held: '沒有預測：這些名次沒有玩家。',
    no_past_run: '沒有預測：過去的活動沒有這些名次。',
    ended: '活動已結束。',
    not_predicted: '沒有預測：此伺服器未對這個活動做預測。',
  },
  noneOfRank: {
    too_early: '為時尚早',
    gap: '資料缺漏',
    not_held: '無玩家',
    no_past_run: '無過去活動',
    ended: '已結束',
    not_predicted: '無預測',
  },
  unmeasured: '過去的活動太少，還無法得知誤差，因此範圍較寬。',
  about: (events) =>
    `根據過去 ${String(events)} 個活動從這個時間點之後的走勢所做的估計，未考慮玩家、獎勵或公告。`,
  aboutRate: '這是第一個活動：假設最近一天的速度持續到結束。範圍是假設，並非實測，請勿依賴。',
  aboutRanges: '一半的結果落在 50% 範圍內，十次有九次落在 90% 範圍內。',
  forEnd: (time) => `以 ${time} 結束為準。`,
  made: (time) => `於${time}預測。`,
  predicted: '預測最終',
  half: '50% 範圍',
  nineOfTen: '90% 範圍',
  ranges: '結束時的預測分數',
  halfTimeTitle: '半程時的預測',
  halfTime: '半程時',
  halfTimeOf: (value, error) => `半程時 ${value} ${error}`,
  final: '最終',
  difference: '誤差',
  halfTimeNone: '這個活動在半程時沒有預測。',
  halfTimeAbout: '活動過半時的預測，與最終結果對照。',
  how: '預測方法與準確度',
}
