import type { PredictionMessages } from './prediction-messages.ts'

/** The texts about predictions in Korean. */
export const ko: PredictionMessages = {
  title: '최종 예측',
  ends: (value, low, high) => `최종 예측 약 ${value} (${low}~${high})`,
  offBy: (percent) => `이 시점의 과거 예측 오차는 중앙값 ${percent}였습니다.`,
  none: {
    too_early: '아직 예측하기 이릅니다. 이벤트가 어느 정도 진행되면 예측을 시작합니다.',
    gap: '예측 없음: 최신 데이터가 너무 오래되었습니다.',
    not_held: '예측 없음: 이 순위에 플레이어가 없습니다.',
    no_past_run: '예측 없음: 이 순위가 있는 지난 이벤트가 없습니다.',
    ended: '이벤트가 종료되었습니다.',
    not_predicted: '예측 없음: 이 서버는 이 이벤트를 예측하지 않았습니다.',
  },
  noneOfRank: {
    too_early: '아직 이름',
    gap: '데이터 공백',
    not_held: '플레이어 없음',
    no_past_run: '지난 이벤트 없음',
    ended: '종료',
    not_predicted: '예측 없음',
  },
  unmeasured: '지난 이벤트가 적어 오차를 아직 알 수 없으므로 범위가 넓습니다.',
  about: (events) =>
    `지난 이벤트 ${String(events)}개가 이 시점 이후 어떻게 진행되었는지로 추정합니다. 플레이어, 보상, 공지는 반영하지 않습니다.`,
  aboutRate:
    '첫 이벤트이므로 최근 하루의 속도가 끝까지 이어진다고 가정합니다. 범위도 가정일 뿐 측정값이 아니니 참고만 하세요.',
  aboutRanges: '결과의 절반은 50% 범위에, 열 번 중 아홉 번은 90% 범위에 들어갑니다.',
  forEnd: (time) => `${time} 종료 기준입니다.`,
  made: (time) => `${time} 예측.`,
  predicted: '최종 예측',
  half: '50% 범위',
  nineOfTen: '90% 범위',
  ranges: '종료 시 예측 포인트',
  halfTimeTitle: '중간 시점의 예측',
  halfTime: '중간 시점',
  halfTimeOf: (value, error) => `중간 ${value} ${error}`,
  final: '최종',
  difference: '오차',
  halfTimeNone: '이 이벤트의 중간 시점 예측이 없습니다.',
  halfTimeAbout: '이벤트 절반이 지났을 때의 예측과 최종 결과입니다.',
  how: '예측 방법과 정확도',
}
