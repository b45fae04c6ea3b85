import type { SignInMessages } from './en.ts'

/** Japanese. */
export const ja: SignInMessages = {
  title: '開発者ポータル',
  lead: 'Backline APIのキーを1分で作成し、使用状況の確認、ローテーション、失効ができます。',
  continueHelp: '続けるにはサインインしてください。',
  how: 'サインイン',
  withProvider: (provider) => `${provider}でサインイン`,
  registration: {
    open: '初回のサインイン時にアカウントを作成します。',
    approval: '初回のサインイン時にアカウントを作成し、その後、管理者が承認します。',
    invitation: 'アカウントは招待制です。管理者に追加を依頼してください。',
  },
  linkHelp:
    'サインインリンクをお持ちの場合は、このブラウザーで開いてください。使えるのは1回だけです。',
  noProvider:
    '管理者にサインインリンクを依頼し、このブラウザーで開いてください。使えるのは1回だけです。',
  forOperators: 'このサーバーの管理者は、次のコマンドでリンクを発行できます：',
  as: (name) => `「${name}」としてサインインしますか？`,
  asHelp: (until) => `リンクは${until}まで、1回だけ使えます。確定するまでは使用済みになりません。`,
  asOperator: 'このリンクでは管理者としてサインインします。すべての開発者を閲覧、変更できます。',
  replaces: (name) =>
    `現在「${name}」としてサインインしています。続けるとそのセッションは終了します。`,
  signIn: 'サインイン',
  notNow: '今はしない',
  checking: 'リンクを確認しています…',
  expiredHelp: '送り主の管理者に新しいリンクを依頼してください。',
  signedInAs: (name) => `「${name}」としてサインインしています。`,
  others: 'ほかにサインインできる人',
  othersHelp: (name) =>
    `次の人も管理者「${name}」としてサインインできます。心当たりのない人は、アカウントのページで削除してください。`,
  otherLinks: (count) => `まだ有効なサインインリンク：${count}`,
  endedSessions: (count) => `終了したほかのセッション：${count}`,
  noOthers: 'ほかにサインインできる人はいません。',
  reviewAccount: 'アカウントのページを開く',
  proceed: '続ける',
  problems: {
    cancelled: 'サインインはキャンセルされました。',
    failed: 'サインインできませんでした。このブラウザーでもう一度お試しください。',
    unavailable: 'サインインプロバイダーに接続できません。しばらくしてから再試行してください。',
    portal_unavailable: 'ポータルは一時的に利用できません。しばらくしてから再試行してください。',
    outcome_unknown:
      'この人が追加されたかどうか不明です。やり直す前にアカウントページで確認してください。',
    not_invited: 'まだ招待されていません。管理者にサインインリンクを依頼してください。',
    suspended: 'このアカウントは停止されています。理由は管理者にお尋ねください。',
    taken: 'この人はすでに別のアカウントにサインインしているため、追加しませんでした。',
  },
  leaked: '漏えいしたキーを見つけた場合は、サインインせずに失効できます。',
  leakedLink: '漏えいしたキーを失効',
}
