import type { Subject } from '../data/subject.ts'
import type { PageProps } from '../view/page.ts'
import { writeView, type View } from '../view/view.ts'

/** What is shared. */
export interface Shared {
  readonly page: Pick<PageProps, 'view' | 'lang'>
  readonly subject: Subject
  readonly ranks: readonly number[]
}

/** Returns the whole address of a view, with the defaults written out. */
export function shareLink(shared: Shared, path: '/' | '/embed' = '/'): string {
  return `${location.origin}${path}${writeView(pinned(shared))}`
}

/** Returns the HTML that embeds a view in another page. */
export function embedCode(shared: Shared, title: string): string {
  const address = shareLink(shared, '/embed').replaceAll('&', '&amp;')
  const safe = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return (
    `<iframe src="${address}" title="${safe}" width="100%" height="860" loading="lazy" ` +
    'style="border:0;max-width:960px"></iframe>'
  )
}

/**
 * Returns the view with the defaults written out, so that the link shows the same to others and
 * later.
 */
function pinned({ page: { view, lang }, subject: { kind, id, run }, ranks }: Shared): View {
  return {
    ...view,
    lang,
    ranks,
    ...(kind === 'event' ? { event: id } : { board: id }),
    ...(run !== undefined && { startsAt: run.startsAtMs }),
  }
}
