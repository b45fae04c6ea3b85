import type { SignInTexts } from './en.ts'

/** Chinese in simplified characters. */
export const zhHans: SignInTexts = {
  title: '开发者门户',
  lead: 'Backline API 的密钥：一分钟创建，查看用量，轮换与撤销。',
  toGoOn: '请先登录再继续。',
  how: '登录',
  withProvider: (provider) => `使用 ${provider} 登录`,
  registration: {
    open: '首次登录时会创建账号。',
    approval: '首次登录时会创建账号，之后由运营者批准。',
    invitation: '账号采用邀请制，由运营者添加您。',
  },
  linkHelp: '有登录链接吗？请在此浏览器打开，仅可使用一次。',
  noProvider: '请使用本服务运营者提供的登录链接。请在此浏览器打开，仅可使用一次。',
  forOperators: '您是本服务的运营者？可用下列命令生成链接：',
  as: (name) => `要以 ${name} 的身份登录吗？`,
  asHelp: (until) => `链接仅可使用一次，有效至 ${until}。在您确认之前不会被用掉。`,
  asOperator: '此链接会以运营者身份登录，可以查看并更改所有开发者。',
  replaces: (name) => `您目前以 ${name} 的身份登录，该会话将会结束。`,
  signIn: '登录',
  notNow: '暂时不要',
  looking: '正在确认链接…',
  overHelp: '请向发送链接的运营者索取新的链接。',
  signedInAs: (name) => `您已以 ${name} 的身份登录。`,
  goOn: '继续',
  problems: {
    cancelled: '登录已取消。',
    failed: '登录未成功。请在此浏览器中一次完成，再试一次。',
    unavailable: '目前无法连接到登录服务，请稍后再试。',
    not_invited: '您尚未受邀。请向运营者索取登录链接。',
    suspended: '此账号已停用，原因请咨询运营者。',
    taken: '此人已用于登录另一个账号，因此未添加。',
  },
  leaked: '发现泄露的密钥？无需登录即可撤销。',
  leakedLink: '撤销泄露的密钥',
}
