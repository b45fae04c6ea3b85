import type { Language } from '../../words/language.ts'
import type { Texts } from '../texts/en.ts'
import type { Format } from '../../words/format.ts'
import type { View } from './view.ts'

/** What every part of the page is given. */
export interface PageProps {
  readonly view: View
  readonly texts: Texts
  readonly lang: Language
  readonly format: Format
  /** Goes to another view, as a link does. */
  readonly choose: (view: View) => void
}
