import type { Language } from '../../../src/platform/language.ts'
import type { Format } from '../../shared/i18n/format.ts'
import type { Theme } from '../../shared/i18n/theme.ts'
import type { Preferences } from '../../shared/preferences/preferences.ts'
import type { Messages } from '../messages/en.ts'
import type { View } from './view.ts'

/** The pages of the tracker, by their paths. */
export const PATHS = { board: '/', archive: '/archive', embed: '/embed' } as const

/** A page of the tracker. The page of a player is a view of the path of boards. */
export type PageName = keyof typeof PATHS | 'player'

/** Props of every component of the page. */
export interface PageProps {
  readonly view: View
  readonly messages: Messages
  readonly lang: Language
  /** The theme in use: that of the link, else of the preferences. */
  readonly theme: Theme
  readonly format: Format
  readonly preferences: Preferences
  /** Changes and stores preferences. A language or a theme then wins over that of the link. */
  readonly prefer: (change: Partial<Preferences>) => void
  /** Navigates to another view. */
  readonly choose: (view: View) => void
  /** Opens a page of the tracker. */
  readonly open: (name: keyof typeof PATHS) => void
}
