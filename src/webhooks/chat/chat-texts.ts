import type { Language } from '../../platform/language.ts'
import type { MessageType } from '../conditions/condition.ts'

/** Texts of chat messages: a title by type, and the lines below it. */
export interface ChatTexts {
  readonly titles: Readonly<Record<MessageType, string>>
  readonly until: string
  readonly reached: string
  readonly speed: string
  readonly predicted: string
  readonly stale: string
  readonly recovered: string
  readonly quota: string
  readonly key: string
  readonly test: string
}

/** The texts of chat messages in every language. `{name}` stands for a value. */
export const CHAT_TEXTS: Readonly<Record<Language, ChatTexts>> = {
  en: {
    titles: {
      'event.announced': 'Announced: {name}',
      'event.started': 'Started: {name}',
      'event.ending': '{hours} h left: {name}',
      'event.ended': 'Final cutoffs: {name}',
      'cutoff.passed': 'Rank {rank} passed {value}',
      'speed.passed': 'Rank {rank} gains {value} points per hour',
      'prediction.moved': 'Prediction of rank {rank}: {value}',
      'announcement.published': 'New announcement: {title}',
      'data.stale': 'Data is stale ({region})',
      'data.recovered': 'Data is back ({region})',
      'quota.used': '{percent} % of the daily quota used',
      'key.expiring': 'A key expires in {days} days',
      'webhook.test': 'Test message',
    },
    until: '{start} – {end} UTC',
    reached: '{points} points at {time} UTC · {name}',
    speed: '{points} points, {speed} in the last hour · {name}',
    predicted: '{before} → {value} ({moved} %), 90 % between {low} and {high} · {name}',
    stale: 'No new data for {minutes} minutes: {boards}',
    recovered: 'New data again: {boards}',
    quota: '{used} of {limit} requests today (UTC)',
    key: 'Key {key} expires on {time} UTC',
    test: 'Your webhook works.',
  },
  ja: {
    titles: {
      'event.announced': '告知：{name}',
      'event.started': '開始：{name}',
      'event.ending': '残り{hours}時間：{name}',
      'event.ended': '最終ボーダー：{name}',
      'cutoff.passed': '{rank}位が{value}を超えました',
      'speed.passed': '{rank}位の時速が{value}を超えました',
      'prediction.moved': '{rank}位の予測：{value}',
      'announcement.published': '新しいお知らせ：{title}',
      'data.stale': 'データが止まっています（{region}）',
      'data.recovered': 'データが復旧しました（{region}）',
      'quota.used': '1日のクォータの{percent}%を使用',
      'key.expiring': 'キーの期限まで{days}日',
      'webhook.test': 'テストメッセージ',
    },
    until: '{start} – {end}（UTC）',
    reached: '{time}（UTC）に{points}ポイント · {name}',
    speed: '{points}ポイント、直近1時間で{speed} · {name}',
    predicted: '{before} → {value}（{moved}%）、90%区間 {low}～{high} · {name}',
    stale: '{minutes}分間、新しいデータがありません：{boards}',
    recovered: '新しいデータを受信：{boards}',
    quota: '今日（UTC）{used} / {limit} リクエスト',
    key: 'キー {key} の期限：{time}（UTC）',
    test: 'Webhookは正常に動作しています。',
  },
  ko: {
    titles: {
      'event.announced': '예고: {name}',
      'event.started': '시작: {name}',
      'event.ending': '{hours}시간 남음: {name}',
      'event.ended': '최종 컷: {name}',
      'cutoff.passed': '{rank}위가 {value} 돌파',
      'speed.passed': '{rank}위 시간당 {value} 돌파',
      'prediction.moved': '{rank}위 예측: {value}',
      'announcement.published': '새 공지: {title}',
      'data.stale': '데이터가 멈췄습니다({region})',
      'data.recovered': '데이터가 복구되었습니다({region})',
      'quota.used': '일일 할당량의 {percent}% 사용',
      'key.expiring': '키 만료까지 {days}일',
      'webhook.test': '테스트 메시지',
    },
    until: '{start} – {end} UTC',
    reached: '{time} UTC에 {points}포인트 · {name}',
    speed: '{points}포인트, 최근 1시간 {speed} · {name}',
    predicted: '{before} → {value}({moved}%), 90% 구간 {low}~{high} · {name}',
    stale: '{minutes}분 동안 새 데이터 없음: {boards}',
    recovered: '새 데이터 수신: {boards}',
    quota: '오늘(UTC) {used} / {limit} 요청',
    key: '키 {key} 만료: {time} UTC',
    test: '웹훅이 작동합니다.',
  },
  'zh-Hans': {
    titles: {
      'event.announced': '预告：{name}',
      'event.started': '开始：{name}',
      'event.ending': '还剩 {hours} 小时：{name}',
      'event.ended': '最终分数线：{name}',
      'cutoff.passed': '第 {rank} 名超过 {value}',
      'speed.passed': '第 {rank} 名时速超过 {value}',
      'prediction.moved': '第 {rank} 名预测：{value}',
      'announcement.published': '新公告：{title}',
      'data.stale': '数据中断（{region}）',
      'data.recovered': '数据已恢复（{region}）',
      'quota.used': '已用每日配额的 {percent}%',
      'key.expiring': '密钥 {days} 天后过期',
      'webhook.test': '测试消息',
    },
    until: '{start} – {end}（UTC）',
    reached: '{time}（UTC）{points} 分 · {name}',
    speed: '{points} 分，最近一小时 {speed} · {name}',
    predicted: '{before} → {value}（{moved}%），90% 区间 {low} 至 {high} · {name}',
    stale: '{minutes} 分钟没有新数据：{boards}',
    recovered: '再次收到新数据：{boards}',
    quota: '今天（UTC）{used} / {limit} 次请求',
    key: '密钥 {key} 过期时间：{time}（UTC）',
    test: 'Webhook 工作正常。',
  },
  'zh-Hant': {
    titles: {
      'event.announced': '預告：{name}',
      'event.started': '開始：{name}',
      'event.ending': '還剩 {hours} 小時：{name}',
      'event.ended': '最終分數線：{name}',
      'cutoff.passed': '第 {rank} 名超過 {value}',
      'speed.passed': '第 {rank} 名時速超過 {value}',
      'prediction.moved': '第 {rank} 名預測：{value}',
      'announcement.published': '新公告：{title}',
      'data.stale': '資料中斷（{region}）',
      'data.recovered': '資料已恢復（{region}）',
      'quota.used': '已用每日配額的 {percent}%',
      'key.expiring': '金鑰 {days} 天後到期',
      'webhook.test': '測試訊息',
    },
    until: '{start} – {end}（UTC）',
    reached: '{time}（UTC）{points} 分 · {name}',
    speed: '{points} 分，最近一小時 {speed} · {name}',
    predicted: '{before} → {value}（{moved}%），90% 區間 {low} 至 {high} · {name}',
    stale: '{minutes} 分鐘沒有新資料：{boards}',
    recovered: '再次收到新資料：{boards}',
    quota: '今天（UTC）{used} / {limit} 次請求',
    key: '金鑰 {key} 到期時間：{time}（UTC）',
    test: 'Webhook 運作正常。',
  },
}
