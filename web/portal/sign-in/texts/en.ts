import type { ProviderProblem } from '../../../../src/portal/contract/provider-problem.ts'

/** English, and what every other language must have. */
export const en = {
  title: 'Developer portal',
  lead: 'Keys for the Backline API: make one in a minute, see what it uses, rotate and revoke it.',
  toGoOn: 'Sign in to go on.',
  how: 'Sign in',
  withProvider: (provider: string) => `Sign in with ${provider}`,
  registration: {
    open: 'An account is made when you sign in for the first time.',
    approval:
      'An account is made when you sign in for the first time; an operator then approves it.',
    invitation: 'Accounts are by invitation: an operator adds you.',
  },
  linkHelp: 'Do you have a sign-in link? Open it in this browser. It is good once.',
  noProvider:
    'You come in by a sign-in link that an operator of this service gives you. Open it in this browser; it is good once.',
  forOperators: 'You run this service? Print a link with',
  as: (name: string) => `Sign in as ${name}?`,
  asHelp: (until: string) =>
    `The link is good once, until ${until}. Nothing is used up before you say so.`,
  asOperator: 'This link signs you in as an operator, who can see and change all developers.',
  replaces: (name: string) => `You are signed in as ${name}. That ends here.`,
  signIn: 'Sign in',
  notNow: 'Not now',
  looking: 'Looking at the link…',
  overHelp: 'Ask the operator who sent it for a new one.',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  goOn: 'Go on',
  problems: {
    cancelled: 'The sign-in was cancelled.',
    failed: 'The sign-in did not succeed. Try it once more, in one go and in this browser.',
    unavailable: 'The sign-in service cannot be reached right now. Try again in a moment.',
    not_invited: 'Nobody has invited you yet. Ask an operator for a sign-in link.',
    suspended: 'This account is suspended. Ask an operator why.',
    taken: 'This person signs in to another account already, so it was not added here.',
  } satisfies Readonly<Record<ProviderProblem, string>>,
  leaked: 'Have you found a key that leaked? You can revoke it without signing in.',
  leakedLink: 'Revoke a leaked key',
}

/** The texts of signing in, in one language. */
export type SignInTexts = typeof en
