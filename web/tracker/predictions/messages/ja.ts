import type { PredictionMessages } from './prediction-messages.ts'

/** The texts about predictions in Japanese. */
export const ja: PredictionMessages = {
  title: '最終予想',
  ends: (value, low, high) => `最終予想 約${value}（${low}～${high}）`,
  offBy: (percent) => `この時点での過去の予想の誤差は、中央値で${percent}でした。`,
  none: {
    too_early: 'まだ予想できません。イベントがある程度進むと予想を始めます。',
    gap: '予想なし：最新のデータが古すぎます。',
    not_held: '予想なし：この順位にプレイヤーがいません。',
    no_past_run: '予想なし：この順位のデータがある過去のイベントがありません。',
    ended: 'イベントは終了しました。',
    not_predicted: '予想なし：このサーバーではこのイベントの予想をしていません。',
  },
  noneOfRank: {
    too_early: '予想前',
    gap: '欠測',
    not_held: '該当者なし',
    no_past_run: '過去データなし',
    ended: '終了',
    not_predicted: '予想なし',
  },
  unmeasured: '過去のイベントが少なく、誤差はまだ測れません。そのため範囲を広くしています。',
  about: (events) =>
    `過去${String(events)}回のイベントがこの時点からどう伸びたかによる推定です。プレイヤー、報酬、お知らせは考慮していません。`,
  aboutRate:
    '最初のイベントのため、直近1日の速度が最後まで続くと仮定しています。範囲も仮定であり、実測ではありません。参考程度にしてください。',
  aboutRanges: '結果の半分が50%の範囲に、10回中9回が90%の範囲に入ります。',
  forEnd: (time) => `${time}終了としての予想です。`,
  made: (time) => `${time}に予想。`,
  predicted: '最終予想',
  half: '50%の範囲',
  nineOfTen: '90%の範囲',
  ranges: '終了時の予想ポイント',
  halfTimeTitle: '折り返し時点の予想',
  halfTime: '折り返し時点',
  halfTimeOf: (value, error) => `折り返し時 ${value} ${error}`,
  final: '最終結果',
  difference: '誤差',
  halfTimeNone: 'このイベントの折り返し時点の予想はありません。',
  halfTimeAbout: 'イベントの半分が過ぎた時点の予想と、最終結果の比較です。',
  how: '予想の方法と、これまでの精度',
}
