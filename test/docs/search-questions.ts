import type { Language } from '../../src/platform/language.ts'

/**
 * Questions of readers of the documentation, each with the addresses that answer it. Without a
 * fragment, every section of the page answers.
 */
export const SEARCH_QUESTIONS: readonly (readonly [question: string, ...answers: string[]])[] = [
  // Operations and parameters.
  ['event ranking', '/docs/reference/event.ranking'],
  ['getGachaRates', '/docs/reference/gacha.rates'],
  ['search circles by name', '/docs/reference/circle.search'],
  ['profile card image', '/docs/reference/profile.card'],
  ['rankingStart', '/docs/reference/arena.ranking', '/docs/reading-data'],
  ['selectedPickUp', '/docs/reference/gacha.rates'],
  ['deck of a player', '/docs/reference/event.deck'],
  ['accountIds', '/docs/reference/profile.batch'],
  ['public.event.speed', '/docs/public-reference/public.event.speed'],
  ['events/current', '/docs/public-reference/public.events.current', '/docs/public-data'],
  ['compare runs of an event', '/docs/public-reference/public.event.comparison'],
  ['live stream SSE', '/docs/public-reference/public.live', '/docs/live'],
  // Error codes.
  ['quota_exceeded', '/docs/errors#quota_exceeded'],
  ['invalid api key', '/docs/errors#invalid_api_key'],
  ['insufficient_scope', '/docs/errors#insufficient_scope'],
  ['not watched', '/docs/errors#not_watched', '/docs/public-data#what-is-not-watched'],
  ['upstream timeout', '/docs/errors#upstream_timeout'],
  ['maintenance', '/docs/errors#maintenance'],
  ['429', '/docs/errors#quota_exceeded', '/docs/limits#a-bot-that-never-sees-a-429'],
  // Settings.
  ['BACKLINE_PUBLIC_URL', '/docs/configuration#BACKLINE_PUBLIC_URL'],
  ['BACKLINE_DATABASE_URL', '/docs/configuration#BACKLINE_DATABASE_URL'],
  ['key pepper', '/docs/configuration#BACKLINE_KEY_PEPPER', '/docs/backup#the-pepper'],
  ['requests per minute default', '/docs/configuration#BACKLINE_DEFAULT_MINUTE'],
  ['data directory', '/docs/configuration#BACKLINE_DATA_DIR'],
  ['BACKLINE_LOG', '/docs/configuration#BACKLINE_LOG'],
  // Questions of people who write a bot or a site.
  ['how do I start', '/docs', '/docs/quickstart'],
  [
    'how old is a response',
    '/docs/reading-data#how-old-is-a-response',
    '/docs/quickstart#5-read-the-age-of-the-data-and-your-quota',
  ],
  ['X-Fetched-At', '/docs/reading-data#how-old-is-a-response', '/docs/limits#all-headers'],
  ['RateLimit header', '/docs/limits'],
  ['why is a rank missing', '/docs/reading-data'],
  ['int64 as string', '/docs/reading-data#ids-and-numbers'],
  ['leaked key', '/docs/portal#revoke-a-leaked-key', '/docs/secure-your-server#if-something-leaks'],
  ['rotate key', '/docs/portal#rotate-a-key'],
  ['python client install', '/docs/quickstart', '/docs/clients'],
  ['typescript npm install', '/docs/quickstart', '/docs/clients'],
  ['postman collection', '/docs/clients#postman'],
  ['cutoff bot', '/docs/cutoff-bot'],
  ['subscribe calendar', '/docs/feeds'],
  ['download history files', '/docs/mirror-history'],
  ['embed chart in a page', '/docs/chart-images'],
  ['how is points per hour computed', '/docs/public-data#how-points-per-hour-are-computed'],
  [
    'test bot against failures',
    '/docs/simulator',
    '/docs/clients#test-your-bot',
    '/docs/cutoff-bot#4-test-it-against-a-game-that-fails',
  ],
  // Questions of operators.
  ['reverse proxy client address', '/docs/deploying'],
  ['restore a backup', '/docs/backup#restore'],
  [
    'upgrade without downtime',
    '/docs/scaling#upgrade-without-interruption',
    '/docs/postgres#migrations-and-rolling-upgrades',
  ],
  ['sign in with OpenID provider', '/docs/signing-in'],
  ['prometheus metrics', '/docs/metrics', '/docs/alerts'],
  ['redis quotas', '/docs/quotas-on-valkey'],
  ['circuit breaker', '/docs/gateway', '/docs/gateway#connections-retries-and-the-circuit-breaker'],
  ['import dataset', '/docs/dataset'],
]

/** Questions of readers of a page in another language, in that language. */
export const TRANSLATED_SEARCH_QUESTIONS: Readonly<
  Record<Exclude<Language, 'en'>, readonly (readonly [question: string, ...answers: string[]])[]>
> = {
  ja: [
    ['エラー', '/docs/ja/errors'],
    ['上流の原因', '/docs/ja/errors#the-upstream-cause'],
    ['メンテナンス', '/docs/ja/errors#maintenance'],
    ['ランキングを取得', '/docs/ja/quickstart#4-get-its-ranking'],
    ['開催中のイベント', '/docs/ja/quickstart#3-find-the-running-event'],
    ['キーの確認', '/docs/ja/quickstart#2-check-your-key'],
    ['残りの上限', '/docs/ja/quickstart#5-read-the-age-of-the-data-and-your-quota'],
    ['ｸｲｯｸｽﾀｰﾄ', '/docs/ja/quickstart'],
    ['quota_exceeded', '/docs/ja/errors#quota_exceeded'],
    ['BACKLINE_LISTEN', '/docs/configuration#BACKLINE_LISTEN'],
  ],
  ko: [
    ['오류', '/docs/ko/errors'],
    ['업스트림 원인', '/docs/ko/errors#the-upstream-cause'],
    ['점검', '/docs/ko/errors#maintenance'],
    ['랭킹 조회', '/docs/ko/quickstart#4-get-its-ranking'],
    ['진행 중인 이벤트', '/docs/ko/quickstart#3-find-the-running-event'],
    ['키를 확인', '/docs/ko/quickstart#2-check-your-key'],
    ['남은 한도', '/docs/ko/quickstart#5-read-the-age-of-the-data-and-your-quota'],
    ['빠른 시작', '/docs/ko/quickstart'],
    ['quota_exceeded', '/docs/ko/errors#quota_exceeded'],
    ['BACKLINE_LISTEN', '/docs/configuration#BACKLINE_LISTEN'],
  ],
  'zh-Hans': [
    ['错误', '/docs/zh-Hans/errors'],
    ['上游原因', '/docs/zh-Hans/errors#the-upstream-cause'],
    ['维护', '/docs/zh-Hans/errors#maintenance'],
    ['取得排名', '/docs/zh-Hans/quickstart#4-get-its-ranking'],
    ['正在进行的活动', '/docs/zh-Hans/quickstart#3-find-the-running-event'],
    ['检查密钥', '/docs/zh-Hans/quickstart#2-check-your-key'],
    ['剩余请求数', '/docs/zh-Hans/quickstart#5-read-the-age-of-the-data-and-your-quota'],
    ['快速开始', '/docs/zh-Hans/quickstart'],
    ['quota_exceeded', '/docs/zh-Hans/errors#quota_exceeded'],
    ['BACKLINE_LISTEN', '/docs/configuration#BACKLINE_LISTEN'],
  ],
  'zh-Hant': [
    ['錯誤', '/docs/zh-Hant/errors'],
    ['上游原因', '/docs/zh-Hant/errors#the-upstream-cause'],
    ['維護', '/docs/zh-Hant/errors#maintenance'],
    ['取得排名', '/docs/zh-Hant/quickstart#4-get-its-ranking'],
    ['進行中的活動', '/docs/zh-Hant/quickstart#3-find-the-running-event'],
    ['檢查金鑰', '/docs/zh-Hant/quickstart#2-check-your-key'],
    ['剩餘請求數', '/docs/zh-Hant/quickstart#5-read-the-age-of-the-data-and-your-quota'],
    ['快速開始', '/docs/zh-Hant/quickstart'],
    ['quota_exceeded', '/docs/zh-Hant/errors#quota_exceeded'],
    ['BACKLINE_LISTEN', '/docs/configuration#BACKLINE_LISTEN'],
  ],
}
