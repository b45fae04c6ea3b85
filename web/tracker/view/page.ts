import type { Language } from '../../../src/platform/language.ts'
import type { Messages } from '../messages/en.ts'
import type { Format } from '../../shared/i18n/format.ts'
import type { View } from './view.ts'

/** Props of every component of the page. */
export interface PageProps {
  readonly view: View
  readonly messages: Messages
  readonly lang: Language
  readonly format: Format
  /** Navigates to another view. */
  readonly choose: (view: View) => void
}
