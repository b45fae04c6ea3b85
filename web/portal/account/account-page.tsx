import type { JSX } from 'preact'
import { useDeveloper, useMessages, usePortal } from '../layout/portal-context.ts'
import { useSignOut } from '../layout/user-menu.tsx'
import { Button } from '../components/button.tsx'
import { Timestamp } from '../components/timestamp.tsx'
import { ProblemNotice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Renders the account: profile, limits, sessions and people with access. */
export function AccountPage(): JSX.Element {
  const { common, format } = usePortal()
  const messages = useMessages().account
  const { name, state, isOperator, plan, limits, createdAtMs } = useDeveloper()
  const { isBusy, problem, run } = useSignOut()
  return (
    <>
      <PageHeader title={common.nav.account}>
        <Button isBusy={isBusy} onClick={run}>
          {common.user.signOut}
        </Button>
      </PageHeader>
      <ProblemNotice problem={problem} />
      <section class="card" aria-labelledby="you">
        <h2 id="you">{messages.you}</h2>
        <dl class="facts">
          <Fact term={messages.name}>{name}</Fact>
          <Fact term={messages.state}>{messages.states[state]}</Fact>
          {isOperator && <Fact term={messages.role}>{messages.operator}</Fact>}
          <Fact term={messages.since}>
            <Timestamp ms={createdAtMs} />
          </Fact>
        </dl>
      </section>
      <section class="card" aria-labelledby="limits">
        <h2 id="limits">{messages.limits}</h2>
        <dl class="facts">
          <Fact term={messages.plan}>{plan ?? messages.noPlan}</Fact>
          <Fact term={messages.perMinute}>{format.number(limits.minute)}</Fact>
          <Fact term={messages.perDay}>{format.number(limits.day)}</Fact>
          <Fact term={messages.atOnce}>{format.number(limits.concurrency)}</Fact>
        </dl>
        <p class="quiet">{messages.limitsHelp}</p>
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
