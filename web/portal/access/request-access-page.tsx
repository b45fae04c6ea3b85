import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ContactLine } from '../components/contact-line.tsx'
import { CopyBox } from '../components/copy-box.tsx'
import { Link } from '../components/link.tsx'
import { Notice } from '../components/notice.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { pathTo } from '../layout/route.ts'
import { passLinkSecret, useLinkSecret } from '../sign-in/link-secret.ts'
import { RequestForm } from './request-form.tsx'
import { RequestStatus } from './request-status.tsx'

/** `/portal/request-access`: renders the request for an account, or the one of an opened link. */
export function RequestAccessPage(): JSX.Element {
  const { common, options } = usePortal()
  const { request: messages } = useMessages().access
  const [opened, forget] = useLinkSecret('requestAccess')
  const [sent, setSent] = useState<string>()
  const secret = sent ?? opened
  if (secret !== undefined) {
    return (
      <>
        <PageHeader title={messages.title} />
        {sent !== undefined && <NewLink secret={sent} />}
        <RequestStatus
          secret={secret}
          onAgain={() => {
            setSent(undefined)
            forget()
          }}
        />
        <ContactLine />
      </>
    )
  }
  return (
    <>
      <PageHeader title={messages.title} lead={messages.lead} />
      {options.canRequestAccess ? (
        <RequestForm
          onSent={(created) => {
            passLinkSecret('requestAccess', created)
            setSent(created)
          }}
        />
      ) : (
        <Notice>
          <Link to={pathTo('signIn')}>{common.nav.signIn}</Link>
        </Notice>
      )}
      <ContactLine />
    </>
  )
}

/** Renders the link of a request that has just been sent, and guards the page meanwhile. */
function NewLink({ secret }: { readonly secret: string }): JSX.Element {
  const { guard } = usePortal()
  const { request: messages } = useMessages().access
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    guard(messages.keep)
    return () => guard(undefined)
  }, [messages])
  return (
    <section class="card narrow issued" aria-labelledby="link">
      <h2 id="link" ref={heading} tabIndex={-1}>
        {messages.keepTitle}
      </h2>
      <p>{messages.keep}</p>
      <CopyBox
        label={messages.link}
        text={`${location.origin}${pathTo('requestAccess')}#${secret}`}
        isPrimary
      />
    </section>
  )
}
