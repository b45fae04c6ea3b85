import type { JSX } from 'preact'
import type { ProviderProblem } from '../../../src/portal/contract/provider-problem.ts'
import { pathTo, safePath } from '../layout/route.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { ContactLine } from '../components/contact-line.tsx'
import { Button } from '../components/button.tsx'
import { Link } from '../components/link.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { LinkConfirmation } from './link-confirmation.tsx'
import { useLinkSecret } from './link-secret.ts'
import { providerLink } from './provider-link.ts'

/** Renders sign-in by provider or by link. */
export function SignInPage(): JSX.Element {
  const { options, route, navigate } = usePortal()
  const messages = useMessages().signIn
  const [secret, forget] = useLinkSecret('signIn')
  const { provider, registration, developer, canRequestAccess } = options
  const to = safePath(route.query.get('to'))
  const problem = route.query.get('problem')
  return (
    <>
      <PageHeader title={messages.title} lead={messages.lead} />
      {problem !== null && isProblem(problem, messages.problems) && (
        <Notice kind="bad">
          <p>{messages.problems[problem]}</p>
        </Notice>
      )}
      {secret !== undefined ? (
        <LinkConfirmation secret={secret} to={to} forget={forget} />
      ) : developer !== undefined ? (
        <section class="card narrow">
          <p class="name">{messages.signedInAs(developer.name)}</p>
          <div class="actions">
            <Button kind="primary" onClick={() => navigate(to)}>
              {messages.proceed}
            </Button>
          </div>
        </section>
      ) : (
        <section class="card narrow" aria-labelledby="how">
          <h2 id="how">{messages.how}</h2>
          {route.query.has('to') && <p>{messages.continueHelp}</p>}
          {provider === undefined ? (
            <>
              {canRequestAccess ? (
                <>
                  <p>{messages.requestHelp}</p>
                  <div class="actions">
                    <Link className="button primary" to={pathTo('requestAccess')}>
                      {messages.request}
                    </Link>
                  </div>
                  <p class="quiet">{messages.haveLink}</p>
                </>
              ) : (
                <p>{messages.noProvider}</p>
              )}
              <p class="quiet">
                {messages.forOperators} <code>backline developers invite --developer NAME</code>
              </p>
            </>
          ) : (
            <>
              <div class="actions">
                <a class="button primary" href={providerLink({ to })}>
                  {messages.withProvider(provider)}
                </a>
              </div>
              <p class="quiet">{messages.registration[registration]}</p>
              <p class="quiet">{messages.linkHelp}</p>
            </>
          )}
          <ContactLine />
        </section>
      )}
      <p class="quiet">
        {messages.leaked} <Link to={pathTo('leaked')}>{messages.leakedLink}</Link>
      </p>
    </>
  )
}

function isProblem(
  text: string,
  problems: Readonly<Record<ProviderProblem, string>>,
): text is ProviderProblem {
  return Object.hasOwn(problems, text)
}
