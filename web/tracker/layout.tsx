import type { ComponentChildren, JSX } from 'preact'
import { Footer } from './header/footer.tsx'
import { TopBar } from './header/top-bar.tsx'
import type { PageName, PageProps } from './view/page.ts'

/** Renders what every page of the tracker has: the header and the footer. */
export function Layout({
  page,
  name,
  portal,
  children,
}: {
  readonly page: PageProps
  /** The open page. */
  readonly name: PageName
  /** URL of the portal; `undefined` if pages must not link to it. */
  readonly portal: string | undefined
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <>
      <a class="skip" href="#content">
        {page.messages.skip}
      </a>
      <TopBar page={page} name={name} portal={portal} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer page={page} portal={portal} />
    </>
  )
}
