import { BacklineError } from './backline-error.ts'
import type { OperationEntry, PagesEntry } from './operation-entry.ts'
import type { PublicResult } from './result.ts'
import type { Parameters } from './write-target.ts'

/** A page, as far as it matters here. */
type Page = Readonly<Record<string, unknown>> & {
  readonly event?: { readonly id: string; readonly startsAt: string }
}

/** An item of a page, as far as it matters here. */
interface Item {
  readonly gap?: { readonly from?: string }
}

/**
 * Yields the items of all pages. All pages are of the run that the first one names, also when the
 * next run starts meanwhile, and a gap that lies in two pages is yielded once. Throws
 * `unexpected_answer` if a page does not continue after the one before.
 */
export async function* iteratePages(
  { entry, items, next, parameter, ofRun }: PagesEntry,
  given: Parameters,
  ask: (entry: OperationEntry, parameters: Parameters) => Promise<PublicResult<unknown>>,
): AsyncGenerator<unknown, void, undefined> {
  let operation = entry
  let parameters = given
  let lastGap: string | undefined
  for (;;) {
    const page = (await ask(operation, parameters)).data as Page
    for (const item of (page[items] ?? []) as Item[]) {
      const gap = item.gap?.from
      if (gap === undefined || gap !== lastGap) yield item
      lastGap = gap
    }
    const position = page[next] as string | undefined
    if (position === undefined) return
    if (position === parameters[parameter]) {
      throw new BacklineError('unexpected_answer', `The page repeats ${next}.`)
    }
    parameters = { ...parameters, [parameter]: position }
    const { event } = page
    if (ofRun === undefined || event === undefined) continue
    operation = ofRun
    parameters = { ...parameters, eventId: event.id, startsAt: event.startsAt }
  }
}
