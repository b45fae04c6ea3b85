import type { SignInTexts } from './en.ts'

/** Chinese in traditional characters. */
export const zhHant: SignInTexts = {
  title: '開發者入口',
  lead: 'Backline API 的金鑰：一分鐘建立，查看用量，輪替與撤銷。',
  toGoOn: '請先登入再繼續。',
  how: '登入',
  withProvider: (provider) => `使用 ${provider} 登入`,
  registration: {
    open: '首次登入時會建立帳號。',
    approval: '首次登入時會建立帳號，之後由營運者核准。',
    invitation: '帳號採邀請制，由營運者加入您。',
  },
  linkHelp: '有登入連結嗎？請在此瀏覽器開啟，僅可使用一次。',
  noProvider: '請使用本服務營運者提供的登入連結。請在此瀏覽器開啟，僅可使用一次。',
  forOperators: '您是本服務的營運者？可用下列指令產生連結：',
  as: (name) => `要以 ${name} 的身分登入嗎？`,
  asHelp: (until) => `連結僅可使用一次，有效至 ${until}。在您確認之前不會被用掉。`,
  asOperator: '此連結會以營運者身分登入，可以查看並變更所有開發者。',
  replaces: (name) => `您目前以 ${name} 的身分登入，該工作階段將會結束。`,
  signIn: '登入',
  notNow: '暫時不要',
  looking: '正在確認連結…',
  overHelp: '請向寄出連結的營運者索取新的連結。',
  signedInAs: (name) => `您已以 ${name} 的身分登入。`,
  goOn: '繼續',
  problems: {
    cancelled: '登入已取消。',
    failed: '登入未成功。請在此瀏覽器中一次完成，再試一次。',
    unavailable: '目前無法連線至登入服務，請稍後再試。',
    not_invited: '您尚未受邀。請向營運者索取登入連結。',
    suspended: '此帳號已停用，原因請洽營運者。',
    taken: '此人已用於登入另一個帳號，因此未加入。',
  },
  leaked: '發現外洩的金鑰？不必登入即可撤銷。',
  leakedLink: '撤銷外洩的金鑰',
}
