import type { IncidentState } from '../../accounts/incident-store.ts'
import type { Language } from '../../platform/language.ts'
import type { ComponentState } from './component-state.ts'
import type { Indicator } from './status-summary.ts'

/** Texts of the overview in one language. Braces are placeholders. */
export interface OverviewMessages {
  /** The answer to "is it up?". */
  readonly answers: Readonly<Record<Indicator, string>>
  readonly regionsLive: string
  readonly components: string
  readonly names: Readonly<Record<'api' | 'public' | 'live' | 'pictures' | 'portal', string>>
  readonly gateway: string
  readonly collector: string
  readonly states: Readonly<Record<ComponentState, string>>
  readonly incidents: string
  readonly pastIncidents: string
  readonly noIncidents: string
  readonly maintenance: string
  readonly window: string
  readonly affected: string
  readonly incidentStates: Readonly<Record<IncidentState, string>>
  readonly days: string
  readonly daysOf: string
  readonly dayGood: string
  readonly dayGap: string
  readonly dayNone: string
  readonly ended: string
  readonly feed: string
  readonly incidentFeed: string
}

/** The texts of the overview in all languages. A missing one does not compile. */
export const OVERVIEW_MESSAGES: Readonly<Record<Language, OverviewMessages>> = {
  en: {
    answers: {
      none: 'All systems are up.',
      minor: 'Some systems are slow or behind.',
      major: 'Some systems are down.',
      critical: 'The API is down.',
      maintenance: 'Maintenance is under way.',
    },
    regionsLive: '{live} of {all} regions are live.',
    components: 'Systems',
    names: {
      api: 'API with a key',
      public: 'Public data',
      live: 'Live stream',
      pictures: 'Chart images',
      portal: 'Developer portal',
    },
    gateway: 'Game, {region}',
    collector: 'Data collection, {region}',
    states: {
      operational: 'Up',
      under_maintenance: 'Maintenance',
      degraded_performance: 'Degraded',
      partial_outage: 'Partial outage',
      major_outage: 'Down',
    },
    incidents: 'Current incidents',
    pastIncidents: 'Past incidents',
    noIncidents: 'No incidents in the last 14 days.',
    maintenance: 'Planned maintenance',
    window: '{from} – {until}',
    affected: 'Affected: {components}',
    incidentStates: {
      investigating: 'Investigating',
      identified: 'Identified',
      monitoring: 'Monitoring',
      resolved: 'Resolved',
      scheduled: 'Scheduled',
      in_progress: 'In progress',
      verifying: 'Verifying',
      completed: 'Completed',
    },
    days: 'Last 90 days',
    daysOf: '{region}: data for {share} of the time. Days collected: {days}.',
    dayGood: '{day}: no gaps',
    dayGap: '{day}: {minutes} min without data',
    dayNone: '{day}: not collected',
    ended: 'Ended boards: {count}',
    feed: 'Machine-readable summary (JSON)',
    incidentFeed: 'Incidents as a feed ({format})',
  },
  ja: {
    answers: {
      none: 'すべて正常に稼働しています。',
      minor: '一部に遅れがあります。',
      major: '一部が停止しています。',
      critical: 'APIが停止しています。',
      maintenance: 'メンテナンス中です。',
    },
    regionsLive: '{all}サーバー中{live}サーバーが最新です。',
    components: 'システム',
    names: {
      api: 'API（キー使用）',
      public: '公開データ',
      live: 'ライブ配信',
      pictures: 'グラフ画像',
      portal: '開発者ポータル',
    },
    gateway: 'ゲーム（{region}）',
    collector: 'データ収集（{region}）',
    states: {
      operational: '正常',
      under_maintenance: 'メンテナンス',
      degraded_performance: '遅延',
      partial_outage: '一部停止',
      major_outage: '停止',
    },
    incidents: '発生中の障害',
    pastIncidents: '過去の障害',
    noIncidents: '過去14日間に障害はありません。',
    maintenance: '予定されたメンテナンス',
    window: '{from} – {until}',
    affected: '影響：{components}',
    incidentStates: {
      investigating: '調査中',
      identified: '原因特定',
      monitoring: '経過観察中',
      resolved: '解決済み',
      scheduled: '予定',
      in_progress: '実施中',
      verifying: '確認中',
      completed: '完了',
    },
    days: '過去90日間',
    daysOf: '{region}：収集した{days}日間のうち{share}の時間でデータあり。',
    dayGood: '{day}：欠測なし',
    dayGap: '{day}：欠測{minutes}分',
    dayNone: '{day}：収集なし',
    ended: '終了したランキング：{count}',
    feed: '機械可読な概要（JSON）',
    incidentFeed: '障害情報のフィード（{format}）',
  },
  'zh-Hant': {
    answers: {
      none: '所有系統運作正常。',
      minor: '部分系統延遲。',
      major: '部分系統中斷。',
      critical: 'API 已中斷。',
      maintenance: '正在維護。',
    },
    regionsLive: '{all} 個伺服器中有 {live} 個為最新。',
    components: '系統',
    names: {
      api: 'API（使用金鑰）',
      public: '公開資料',
      live: '即時串流',
      pictures: '圖表圖片',
      portal: '開發者入口',
    },
    gateway: '遊戲（{region}）',
    collector: '資料收集（{region}）',
    states: {
      operational: '正常',
      under_maintenance: '維護',
      degraded_performance: '延遲',
      partial_outage: '部分中斷',
      major_outage: '中斷',
    },
    incidents: '目前的事故',
    pastIncidents: '過去的事故',
    noIncidents: '過去 14 天沒有事故。',
    maintenance: '預定的維護',
    window: '{from} – {until}',
    affected: '影響：{components}',
    incidentStates: {
      investigating: '調查中',
      identified: '已找出原因',
      monitoring: '觀察中',
      resolved: '已解決',
      scheduled: '已排定',
      in_progress: '進行中',
      verifying: '驗證中',
      completed: '已完成',
    },
    days: '過去 90 天',
    daysOf: '{region}：收集的 {days} 天中，{share} 的時間有資料。',
    dayGood: '{day}：無缺漏',
    dayGap: '{day}：缺漏 {minutes} 分鐘',
    dayNone: '{day}：未收集',
    ended: '已結束的排行榜：{count}',
    feed: '機器可讀的摘要（JSON）',
    incidentFeed: '事件訂閱（{format}）',
  },
  'zh-Hans': {
    answers: {
      none: '所有系统运行正常。',
      minor: '部分系统延迟。',
      major: '部分系统中断。',
      critical: 'API 已中断。',
      maintenance: '正在维护。',
    },
    regionsLive: '{all} 个服务器中有 {live} 个为最新。',
    components: '系统',
    names: {
      api: 'API（使用密钥）',
      public: '公开数据',
      live: '实时流',
      pictures: '图表图片',
      portal: '开发者门户',
    },
    gateway: '游戏（{region}）',
    collector: '数据采集（{region}）',
    states: {
      operational: '正常',
      under_maintenance: '维护',
      degraded_performance: '延迟',
      partial_outage: '部分中断',
      major_outage: '中断',
    },
    incidents: '当前的事故',
    pastIncidents: '过去的事故',
    noIncidents: '过去 14 天没有事故。',
    maintenance: '计划的维护',
    window: '{from} – {until}',
    affected: '影响：{components}',
    incidentStates: {
      investigating: '调查中',
      identified: '已找到原因',
      monitoring: '观察中',
      resolved: '已解决',
      scheduled: '已计划',
      in_progress: '进行中',
      verifying: '验证中',
      completed: '已完成',
    },
    days: '过去 90 天',
    daysOf: '{region}：收集的 {days} 天中，{share} 的时间有数据。',
    dayGood: '{day}：无缺失',
    dayGap: '{day}：缺失 {minutes} 分钟',
    dayNone: '{day}：未采集',
    ended: '已结束的排行榜：{count}',
    feed: '机器可读的摘要（JSON）',
    incidentFeed: '事件订阅（{format}）',
  },
  ko: {
    answers: {
      none: '모든 시스템이 정상입니다.',
      minor: '일부 시스템이 지연되고 있습니다.',
      major: '일부 시스템이 중단되었습니다.',
      critical: 'API가 중단되었습니다.',
      maintenance: '점검 중입니다.',
    },
    regionsLive: '서버 {all}개 중 {live}개가 최신입니다.',
    components: '시스템',
    names: {
      api: 'API (키 사용)',
      public: '공개 데이터',
      live: '실시간 스트림',
      pictures: '차트 이미지',
      portal: '개발자 포털',
    },
    gateway: '게임 ({region})',
    collector: '데이터 수집 ({region})',
    states: {
      operational: '정상',
      under_maintenance: '점검',
      degraded_performance: '지연',
      partial_outage: '일부 중단',
      major_outage: '중단',
    },
    incidents: '진행 중인 장애',
    pastIncidents: '지난 장애',
    noIncidents: '지난 14일 동안 장애가 없습니다.',
    maintenance: '예정된 점검',
    window: '{from} – {until}',
    affected: '영향: {components}',
    incidentStates: {
      investigating: '조사 중',
      identified: '원인 파악',
      monitoring: '관찰 중',
      resolved: '해결됨',
      scheduled: '예정됨',
      in_progress: '진행 중',
      verifying: '확인 중',
      completed: '완료됨',
    },
    days: '지난 90일',
    daysOf: '{region}: 수집한 {days}일 중 {share}의 시간에 데이터가 있습니다.',
    dayGood: '{day}: 공백 없음',
    dayGap: '{day}: 공백 {minutes}분',
    dayNone: '{day}: 수집 안 함',
    ended: '종료된 랭킹: {count}',
    feed: '기계가 읽는 요약 (JSON)',
    incidentFeed: '장애 피드 ({format})',
  },
}
