import type { SignInMessages } from './en.ts'

/** Korean. */
export const ko: SignInMessages = {
  title: '개발자 포털',
  lead: 'Backline API 키를 1분 만에 만들고, 사용량을 보고, 교체하고 폐기하세요.',
  continueHelp: '계속하려면 로그인하세요.',
  how: '로그인',
  withProvider: (provider) => `${provider}(으)로 로그인`,
  registration: {
    open: '처음 로그인할 때 계정이 만들어집니다.',
    approval: '처음 로그인할 때 계정이 만들어지고, 그 뒤 관리자가 승인합니다.',
    invitation: '계정은 초대제입니다. 관리자에게 요청하세요.',
  },
  linkHelp: '로그인 링크가 있나요? 이 브라우저에서 여세요. 한 번만 쓸 수 있습니다.',
  noProvider: '관리자에게 로그인 링크를 요청하고 이 브라우저에서 여세요. 한 번만 쓸 수 있습니다.',
  request: '접근 요청',
  requestHelp: '누구이고 무엇을 만드는지 적어 주세요. 관리자가 결정하고 답변이 여기에 표시됩니다.',
  haveLink: '로그인 링크가 있다면 이 브라우저에서 여세요. 한 번만 사용할 수 있습니다.',
  forOperators: '이 서버의 관리자인가요? 다음 명령으로 링크를 만드세요:',
  as: (name) => `${name}(으)로 로그인할까요?`,
  asHelp: (until) =>
    `링크는 ${until}까지 한 번만 쓸 수 있습니다. 확인하기 전에는 사용되지 않습니다.`,
  asOperator: '이 링크는 모든 개발자를 보고 변경할 수 있는 관리자로 로그인합니다.',
  replaces: (name) => `현재 ${name}(으)로 로그인되어 있습니다. 계속하면 그 세션은 종료됩니다.`,
  signIn: '로그인',
  notNow: '나중에',
  checking: '링크를 확인하는 중…',
  expiredHelp: '링크를 보낸 관리자에게 새 링크를 요청하세요.',
  signedInAs: (name) => `${name}(으)로 로그인되어 있습니다.`,
  others: '그 밖에 로그인할 수 있는 사람',
  othersHelp: (name) =>
    `다음 사람도 관리자 ${name}(으)로 로그인할 수 있습니다. 모르는 사람은 계정 페이지에서 제거하세요.`,
  otherLinks: (count) => `아직 유효한 로그인 링크: ${count}`,
  endedSessions: (count) => `종료된 다른 세션: ${count}`,
  noOthers: '그 밖에 로그인할 수 있는 사람이 없습니다.',
  reviewAccount: '계정 페이지 열기',
  proceed: '계속',
  problems: {
    cancelled: '로그인이 취소되었습니다.',
    failed: '로그인하지 못했습니다. 이 브라우저에서 다시 시도하세요.',
    unavailable: '지금은 로그인 제공자에 연결할 수 없습니다. 잠시 후 다시 시도하세요.',
    portal_unavailable: '포털을 일시적으로 사용할 수 없습니다. 잠시 후 다시 시도하세요.',
    outcome_unknown:
      '이 사람이 추가되었는지 알 수 없습니다. 다시 시도하기 전에 계정 페이지에서 확인하세요.',
    not_invited: '아직 초대받지 않았습니다. 관리자에게 로그인 링크를 요청하세요.',
    queue_full: '승인을 기다리는 사람이 너무 많습니다. 나중에 다시 시도하세요.',
    suspended: '정지된 계정입니다. 이유는 관리자에게 문의하세요.',
    taken: '이미 다른 계정에 로그인하는 사람이므로 추가하지 않았습니다.',
  },
  leaked: '유출된 키를 찾았나요? 로그인하지 않아도 폐기할 수 있습니다.',
  leakedLink: '유출된 키 폐기',
}
