import type { ProviderProblem } from '../../../../src/portal/contract/provider-problem.ts'

/** English, the shape that every other language must have. */
export const en = {
  title: 'Developer portal',
  lead: 'Create a key for the Backline API in a minute, watch its usage, rotate it and revoke it.',
  continueHelp: 'Sign in to continue.',
  how: 'Sign in',
  withProvider: (provider: string) => `Sign in with ${provider}`,
  registration: {
    open: 'Your first sign-in creates your account.',
    approval: 'Your first sign-in creates your account. An operator then approves it.',
    invitation: 'Accounts are by invitation. Ask an operator to add you.',
  },
  linkHelp: 'Do you have a sign-in link? Open it in this browser. It works once.',
  noProvider: 'Ask the operator for a sign-in link and open it in this browser. It works once.',
  request: 'Request access',
  requestHelp:
    'Say who you are and what you build. An operator decides, and you see the answer here.',
  haveLink: 'Do you have a sign-in link? Open it in this browser. It works once.',
  forOperators: 'Do you run this server? Create a link with',
  as: (name: string) => `Sign in as ${name}?`,
  asHelp: (until: string) =>
    `The link works once, until ${until}. It is not used until you confirm.`,
  asOperator: 'This link signs you in as an operator, who can view and change all developers.',
  replaces: (name: string) => `You are signed in as ${name}. Signing in ends that session.`,
  signIn: 'Sign in',
  notNow: 'Not now',
  checking: 'Checking the link…',
  expiredHelp: 'Ask the operator who sent it for a new link.',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  others: 'Who else can sign in',
  othersHelp: (name: string) =>
    `These people can also sign in as ${name}, and are operators then. Remove anyone you do not know on the account page.`,
  otherLinks: (count: string) => `Sign-in links still valid: ${count}`,
  endedSessions: (count: string) => `Other sessions ended: ${count}`,
  noOthers: 'No one else can sign in.',
  reviewAccount: 'Open the account page',
  proceed: 'Continue',
  problems: {
    cancelled: 'Sign-in was canceled.',
    failed: 'Sign-in failed. Try again in this browser.',
    unavailable: 'The sign-in provider is unreachable. Try again in a moment.',
    portal_unavailable: 'The portal is temporarily unavailable. Try again in a moment.',
    outcome_unknown:
      'This person may or may not have been added. Look at the account page before you try again.',
    not_invited: 'You have not been invited yet. Ask an operator for a sign-in link.',
    queue_full: 'Too many people are waiting for approval. Try again later.',
    suspended: 'This account is suspended. Ask an operator why.',
    taken: 'This person already signs in to another account and was not added.',
  } satisfies Readonly<Record<ProviderProblem, string>>,
  leaked: 'Found a leaked key? You can revoke it without signing in.',
  leakedLink: 'Revoke a leaked key',
}

/** The messages of signing in, in one language. */
export type SignInMessages = typeof en
