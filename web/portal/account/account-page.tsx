import type { JSX } from 'preact'
import { askPortal } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { pathTo } from '../frame/place.ts'
import { useDeveloper, usePortal } from '../frame/portal-context.ts'
import { Button } from '../parts/button.tsx'
import { Moment } from '../parts/moment.tsx'
import { ProblemNotice } from '../parts/notice.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { ACCOUNT_TEXTS } from './texts/account-texts.ts'

/** Who is signed in, what holds for them, and where else they are. */
export function AccountPage(): JSX.Element {
  const { lang, texts, format, go, reload } = usePortal()
  const words = ACCOUNT_TEXTS[lang]
  const { name, state, isOperator, plan, limits, createdAtMs } = useDeveloper()
  const { isBusy, problem, run } = useAction()
  return (
    <>
      <PageHead title={texts.nav.account}>
        <Button
          isBusy={isBusy}
          onClick={() =>
            void run(async () => {
              await askPortal('sign_in.out', {})
              go(pathTo('signIn'))
              await reload()
            })
          }
        >
          {words.signOut}
        </Button>
      </PageHead>
      <ProblemNotice problem={problem} />
      <section class="card" aria-labelledby="you">
        <h2 id="you">{words.you}</h2>
        <dl class="facts">
          <Fact term={words.name}>{name}</Fact>
          <Fact term={words.state}>{words.states[state]}</Fact>
          {isOperator && <Fact term={words.role}>{words.operator}</Fact>}
          <Fact term={words.since}>
            <Moment ms={createdAtMs} />
          </Fact>
        </dl>
      </section>
      <section class="card" aria-labelledby="limits">
        <h2 id="limits">{words.limits}</h2>
        <dl class="facts">
          <Fact term={words.plan}>{plan ?? words.noPlan}</Fact>
          <Fact term={words.perMinute}>{format.number(limits.minute)}</Fact>
          <Fact term={words.perDay}>{format.number(limits.day)}</Fact>
          <Fact term={words.atOnce}>{format.number(limits.concurrency)}</Fact>
        </dl>
        <p class="quiet">{words.limitsHelp}</p>
      </section>
      <SessionsSection />
      <IdentitiesSection />
    </>
  )
}

function Fact({
  term,
  children,
}: {
  readonly term: string
  readonly children: string | JSX.Element
}): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
