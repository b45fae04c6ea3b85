import type { SignInTexts } from './en.ts'

/** Korean. */
export const ko: SignInTexts = {
  title: '개발자 포털',
  lead: 'Backline API 키를 1분 만에 만들고, 사용량을 보고, 교체하고 폐기하세요.',
  toGoOn: '계속하려면 로그인하세요.',
  how: '로그인',
  withProvider: (provider) => `${provider}(으)로 로그인`,
  registration: {
    open: '처음 로그인할 때 계정이 만들어집니다.',
    approval: '처음 로그인할 때 계정이 만들어지고, 그 뒤 운영자가 승인합니다.',
    invitation: '계정은 초대제이며 운영자가 추가합니다.',
  },
  linkHelp: '로그인 링크가 있나요? 이 브라우저에서 여세요. 한 번만 쓸 수 있습니다.',
  noProvider:
    '이 서비스의 운영자에게 받은 로그인 링크로 들어옵니다. 이 브라우저에서 여세요. 한 번만 쓸 수 있습니다.',
  forOperators: '서비스를 운영하시나요? 다음 명령으로 링크를 만드세요:',
  as: (name) => `${name}(으)로 로그인할까요?`,
  asHelp: (until) =>
    `링크는 ${until}까지 한 번만 쓸 수 있습니다. 확인하기 전에는 소모되지 않습니다.`,
  asOperator: '이 링크는 모든 개발자를 보고 바꿀 수 있는 운영자로 로그인합니다.',
  replaces: (name) => `지금 ${name}(으)로 로그인되어 있으며, 그 세션은 끝납니다.`,
  signIn: '로그인',
  notNow: '나중에',
  looking: '링크를 확인하는 중…',
  overHelp: '링크를 보낸 운영자에게 새 링크를 요청하세요.',
  signedInAs: (name) => `${name}(으)로 로그인되어 있습니다.`,
  goOn: '계속',
  problems: {
    cancelled: '로그인이 취소되었습니다.',
    failed: '로그인하지 못했습니다. 이 브라우저에서 처음부터 다시 해 보세요.',
    unavailable: '지금은 로그인 서비스에 연결할 수 없습니다. 잠시 후 다시 시도하세요.',
    not_invited: '아직 초대받지 않았습니다. 운영자에게 로그인 링크를 요청하세요.',
    suspended: '정지된 계정입니다. 이유는 운영자에게 문의하세요.',
    taken: '이미 다른 계정에 로그인하는 사람이어서 추가되지 않았습니다.',
  },
  leaked: '유출된 키를 찾았나요? 로그인하지 않고도 폐기할 수 있습니다.',
  leakedLink: '유출된 키 폐기',
}
