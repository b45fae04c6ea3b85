import type { Language } from '../platform/language.ts'

/** What a page says about an error. */
export type ErrorKind =
  'badRequest' | 'notFound' | 'method' | 'limit' | 'unavailable' | 'maintenance' | 'upstream'

/** Title and text of an error. */
interface ErrorText {
  readonly title: string
  readonly text: string
}

/** The texts of error pages in one language. */
export interface ErrorMessages extends Readonly<Record<ErrorKind, ErrorText>> {
  readonly skip: string
  readonly tracker: string
  readonly documentation: string
  readonly status: string
  readonly tryAgain: string
  /** Below an error that passes: when to try again. */
  readonly waitSeconds: (seconds: number) => string
  readonly waitMinutes: (minutes: number) => string
  /** The line to quote to the operator. */
  readonly reference: (status: number, requestId: string) => string
}

/** The texts of error pages. A missing one does not compile. */
export const ERROR_MESSAGES: Readonly<Record<Language, ErrorMessages>> = {
  en: {
    skip: 'Skip to the content',
    tracker: 'Tracker',
    documentation: 'Documentation',
    status: 'Status',
    tryAgain: 'Try again',
    waitSeconds: (seconds) => `Try again in ${seconds} s.`,
    waitMinutes: (minutes) => `Try again in ${minutes} min.`,
    reference: (status, requestId) => `Error ${status} · Request ${requestId}`,
    badRequest: { title: 'Invalid request', text: 'The server cannot read this address.' },
    notFound: { title: 'Page not found', text: 'There is no page at this address. Check it.' },
    method: {
      title: 'This page cannot be used like that',
      text: 'This address is for reading only. Open it as a link.',
    },
    limit: { title: 'Too many requests', text: 'Your network has reached a limit.' },
    unavailable: {
      title: 'Temporarily unavailable',
      text: 'The service cannot answer right now.',
    },
    maintenance: {
      title: 'Maintenance',
      text: 'The service is under maintenance. The status page says how long it takes.',
    },
    upstream: { title: 'The game does not answer', text: 'The game gateway failed.' },
  },
  ja: {
    skip: '本文へ移動',
    tracker: 'トラッカー',
    documentation: 'ドキュメント',
    status: '稼働状況',
    tryAgain: 'もう一度試す',
    waitSeconds: (seconds) => `${seconds} 秒後にもう一度お試しください。`,
    waitMinutes: (minutes) => `${minutes} 分後にもう一度お試しください。`,
    reference: (status, requestId) => `エラー ${status} · リクエスト ${requestId}`,
    badRequest: { title: '無効なリクエスト', text: 'サーバーはこのアドレスを読み取れません。' },
    notFound: {
      title: 'ページが見つかりません',
      text: 'このアドレスにページはありません。アドレスを確認してください。',
    },
    method: {
      title: 'この方法では利用できません',
      text: 'このアドレスは閲覧専用です。リンクとして開いてください。',
    },
    limit: { title: 'リクエストが多すぎます', text: 'お使いのネットワークが上限に達しました。' },
    unavailable: { title: '一時的に利用できません', text: '現在、サービスは応答できません。' },
    maintenance: {
      title: 'メンテナンス中',
      text: 'サービスはメンテナンス中です。所要時間は稼働状況のページをご覧ください。',
    },
    upstream: { title: 'ゲームが応答しません', text: 'ゲームゲートウェイでエラーが発生しました。' },
  },
  ko: {
    skip: '본문으로 이동',
    tracker: '트래커',
    documentation: '문서',
    status: '상태',
    tryAgain: '다시 시도',
    waitSeconds: (seconds) => `${seconds}초 후에 다시 시도하세요.`,
    waitMinutes: (minutes) => `${minutes}분 후에 다시 시도하세요.`,
    reference: (status, requestId) => `오류 ${status} · 요청 ${requestId}`,
    badRequest: { title: '잘못된 요청', text: '서버가 이 주소를 읽을 수 없습니다.' },
    notFound: {
      title: '페이지를 찾을 수 없습니다',
      text: '이 주소에는 페이지가 없습니다. 주소를 확인하세요.',
    },
    method: {
      title: '이 방법으로는 사용할 수 없습니다',
      text: '이 주소는 읽기 전용입니다. 링크로 여세요.',
    },
    limit: { title: '요청이 너무 많습니다', text: '사용 중인 네트워크가 한도에 도달했습니다.' },
    unavailable: {
      title: '일시적으로 사용할 수 없음',
      text: '지금은 서비스가 응답할 수 없습니다.',
    },
    maintenance: {
      title: '점검 중',
      text: '서비스가 점검 중입니다. 소요 시간은 상태 페이지에서 확인하세요.',
    },
    upstream: {
      title: '게임이 응답하지 않습니다',
      text: '게임 게이트웨이에서 오류가 발생했습니다.',
    },
  },
  'zh-Hans': {
    skip: '跳到正文',
    tracker: '追踪站',
    documentation: '文档',
    status: '状态',
    tryAgain: '重试',
    waitSeconds: (seconds) => `请在 ${seconds} 秒后重试。`,
    waitMinutes: (minutes) => `请在 ${minutes} 分钟后重试。`,
    reference: (status, requestId) => `错误 ${status} · 请求 ${requestId}`,
    badRequest: { title: '无效的请求', text: '服务器无法读取此地址。' },
    notFound: { title: '找不到页面', text: '此地址没有页面。请检查地址。' },
    method: { title: '不能以这种方式使用', text: '此地址只供读取。请以链接打开。' },
    limit: { title: '请求过多', text: '您的网络已达到上限。' },
    unavailable: { title: '暂时不可用', text: '服务目前无法应答。' },
    maintenance: { title: '维护中', text: '服务正在维护。所需时间请见状态页面。' },
    upstream: { title: '游戏没有应答', text: '游戏网关出错。' },
  },
  'zh-Hant': {
    skip: '跳到內文',
    tracker: '追蹤站',
    documentation: '文件',
    status: '狀態',
    tryAgain: '重試',
    waitSeconds: (seconds) => `請在 ${seconds} 秒後重試。`,
    waitMinutes: (minutes) => `請在 ${minutes} 分鐘後重試。`,
    reference: (status, requestId) => `錯誤 ${status} · 請求 ${requestId}`,
    badRequest: { title: '無效的請求', text: '伺服器無法讀取此位址。' },
    notFound: { title: '找不到頁面', text: '此位址沒有頁面。請檢查位址。' },
    method: { title: '不能以這種方式使用', text: '此位址只供讀取。請以連結開啟。' },
    limit: { title: '請求過多', text: '您的網路已達到上限。' },
    unavailable: { title: '暫時無法使用', text: '服務目前無法回應。' },
    maintenance: { title: '維護中', text: '服務正在維護。所需時間請見狀態頁面。' },
    upstream: { title: '遊戲沒有回應', text: '遊戲閘道發生錯誤。' },
  },
}
