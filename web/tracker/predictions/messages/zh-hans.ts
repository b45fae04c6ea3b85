import type { PredictionMessages } from './prediction-messages.ts'

/** The texts about predictions in Simplified Chinese. */
export const zhHans: PredictionMessages = {
  title: '最后会到多少？',
  ends: (value, low, high) => `预测最终约 ${value}（${low}～${high}）`,
  offBy: (percent) => `过去在这个时间点的预测，误差中位数为 ${percent}。`,
  none: {
    too_early: '还太早，无法预测。活动进行一段时间后才会开始预测。',
    gap: '没有预测：最新数据太旧。',
    not_held: '没有预测：这些名次没有玩家。',
    no_past_run: '没有预测：过去的活动没有这些名次。',
    ended: '活动已结束。',
    not_predicted: '没有预测：此服务器未对这个活动做预测。',
  },
  noneOfRank: {
    too_early: '为时尚早',
    gap: '数据缺失',
    not_held: '无玩家',
    no_past_run: '无过往活动',
    ended: '已结束',
    not_predicted: '无预测',
  },
  unmeasured: '过往活动太少，还无法得知误差，因此范围较宽。',
  about: (events) =>
    `根据过去 ${String(events)} 个活动从这个时间点之后的走势所做的估计，未考虑玩家、奖励或公告。`,
  aboutRate: '这是第一个活动：假设最近一天的速度持续到结束。范围是假设，并非实测，请勿依赖。',
  aboutRanges: '一半的结果落在 50% 范围内，十次有九次落在 90% 范围内。',
  forEnd: (time) => `以 ${time} 结束为准。`,
  made: (time) => `于${time}预测。`,
  predicted: '预测最终',
  half: '50% 范围',
  nineOfTen: '90% 范围',
  ranges: '结束时的预测分数',
  halfTimeTitle: '半程时的预测',
  halfTime: '半程时',
  halfTimeOf: (value, error) => `半程时 ${value} ${error}`,
  final: '最终',
  difference: '误差',
  halfTimeNone: '这个活动在半程时没有预测。',
  halfTimeAbout: '活动过半时的预测，与最终结果对照。',
  how: '预测方法与准确度',
}
