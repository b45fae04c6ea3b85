import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Language } from '../../words/language.ts'
import type { Format } from '../../words/format.ts'
import type { ReplyOf } from '../api/ask-portal.ts'
import type { FrameTexts } from '../texts/en.ts'
import type { Look } from './look.ts'
import type { Place } from './place.ts'

/** How one may sign in, and who has. */
export type SignInOptions = ReplyOf<'sign_in.options'>

/** What every part of the portal may use. */
export interface Portal {
  readonly place: Place
  readonly lang: Language
  /** The texts of the frame; each area has texts of its own. */
  readonly texts: FrameTexts
  readonly format: Format
  readonly look: Look
  readonly setLook: (look: Look) => void
  readonly options: SignInOptions
  /** Goes to a path of the portal, as a link does. */
  readonly go: (path: string) => void
  /** Changes the query of this page, without a step back in the history. */
  readonly setQuery: (query: Readonly<Record<string, string | undefined>>) => void
  /** Says something to those who listen, and shows it for a moment. */
  readonly say: (words: string) => void
  /** Asks again who is signed in. */
  readonly reload: () => Promise<void>
  /** Leads to the sign-in, and back here from it. */
  readonly sessionOver: () => void
  /** While set, whoever leaves is asked with these words. */
  readonly guard: (words: string | undefined) => void
}

/** Holds the {@link Portal}. */
export const PortalContext = createContext<Portal | undefined>(undefined)

/** The portal that this part is in. Throws outside of one. */
export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (portal === undefined) throw new Error('This part stands outside of the portal.')
  return portal
}

/** Who is signed in; throws on a page that is for anyone. */
export function useDeveloper(): NonNullable<SignInOptions['developer']> {
  const { developer } = usePortal().options
  if (developer === undefined) throw new Error('Nobody is signed in.')
  return developer
}
