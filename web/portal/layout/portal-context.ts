import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Language } from '../../../src/platform/language.ts'
import type { Format } from '../../shared/i18n/format.ts'
import type { ApiReply } from '../api/api-client.ts'
import type { PortalMessages } from '../messages/portal-messages.ts'
import type { CommonMessages } from './messages/en.ts'
import type { Preferences } from './preferences.ts'
import type { Route } from './route.ts'

/** Sign-in methods, and the signed-in developer. */
export type SignInOptions = ApiReply<'sign_in.options'>

/** Context of every component of the portal. */
export interface Portal {
  readonly route: Route
  readonly lang: Language
  readonly messages: PortalMessages
  /** Messages of the layout: `messages.common`. */
  readonly common: CommonMessages
  readonly format: Format
  readonly preferences: Preferences
  readonly setPreferences: (look: Preferences) => void
  readonly options: SignInOptions
  /** Navigates to a path of the portal. */
  readonly navigate: (path: string) => void
  /** Replaces query parameters of this page without a new history entry. */
  readonly setQuery: (query: Readonly<Record<string, string | undefined>>) => void
  /** Shows a short message and announces it to screen readers. */
  readonly announce: (message: string) => void
  /** Reloads the sign-in state. */
  readonly reload: () => Promise<void>
  /** Reloads the sign-in state; leads to the sign-in page and back if the session has ended. */
  readonly onSessionEnded: () => void
  /** While set, leaving the page asks for confirmation with this text. */
  readonly guard: (message: string | undefined) => void
}

/** Context of the {@link Portal}. */
export const PortalContext = createContext<Portal | undefined>(undefined)

/** Returns the portal context. Throws outside of it. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (portal === undefined) throw new Error('This part stands outside of the portal.')
  return portal
}

/** Returns the messages in the language of the page, by area. Throws outside of the portal. */
export function useMessages(): PortalMessages {
  return usePortal().messages
}

/** Returns the signed-in developer; throws on a public page. */
export function useDeveloper(): NonNullable<SignInOptions['developer']> {
  const { developer } = usePortal().options
  if (developer === undefined) throw new Error('Nobody is signed in.')
  return developer
}
