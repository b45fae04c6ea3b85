import type { JSX } from 'preact'
import type { ProviderProblem } from '../../../src/portal/contract/provider-problem.ts'
import { pathTo, safePath } from '../frame/place.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { LinkQuestion } from './link-question.tsx'
import { useLinkSecret } from './link-secret.ts'
import { providerLink } from './provider-link.ts'
import { SIGN_IN_TEXTS } from './texts/sign-in-texts.ts'

/** Where everybody comes in: by the provider, or by a link. */
export function SignInPage(): JSX.Element {
  const { lang, options, place, go } = usePortal()
  const words = SIGN_IN_TEXTS[lang]
  const [secret, forget] = useLinkSecret()
  const { provider, registration, developer } = options
  const to = safePath(place.query.get('to'))
  const problem = place.query.get('problem')
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      {problem !== null && isProblem(problem, words.problems) && (
        <Notice kind="bad">
          <p>{words.problems[problem]}</p>
        </Notice>
      )}
      {secret !== undefined ? (
        <LinkQuestion secret={secret} to={to} forget={forget} />
      ) : developer !== undefined ? (
        <section class="card narrow">
          <p class="name">{words.signedInAs(developer.name)}</p>
          <div class="actions start">
            <Button kind="primary" onClick={() => go(to)}>
              {words.goOn}
            </Button>
          </div>
        </section>
      ) : (
        <section class="card narrow" aria-labelledby="how">
          <h2 id="how">{words.how}</h2>
          {place.query.has('to') && <p>{words.toGoOn}</p>}
          {provider === undefined ? (
            <>
              <p>{words.noProvider}</p>
              <p class="quiet">
                {words.forOperators} <code>backline developers invite --developer NAME</code>
              </p>
            </>
          ) : (
            <>
              <div class="actions start">
                <a class="primary" href={providerLink({ to })}>
                  {words.withProvider(provider)}
                </a>
              </div>
              <p class="quiet">{words.registration[registration]}</p>
              <p class="quiet">{words.linkHelp}</p>
            </>
          )}
        </section>
      )}
      <p class="quiet">
        {words.leaked} <Link to={pathTo('leaked')}>{words.leakedLink}</Link>
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
