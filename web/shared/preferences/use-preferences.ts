import { useCallback, useEffect, useState } from 'preact/hooks'
import { storePreferenceCookie } from './preference-cookie.ts'
import {
  parsePreferences,
  PREFERENCES_KEY,
  readPreferences,
  storePreferences,
  type Preferences,
} from './preferences.ts'

/**
 * Returns the preferences of this device, and a function that changes and stores some of them.
 * Follows changes in other tabs.
 */
export function usePreferences(): readonly [Preferences, (change: Partial<Preferences>) => void] {
  const [preferences, setPreferences] = useState(readPreferences)
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key === PREFERENCES_KEY) setPreferences(parsePreferences(newValue))
    }
    globalThis.addEventListener('storage', follow)
    return () => globalThis.removeEventListener('storage', follow)
  }, [])
  const prefer = useCallback((change: Partial<Preferences>) => {
    // Another page may have stored other preferences since.
    const next = { ...readPreferences(), ...change }
    storePreferences(next)
    storePreferenceCookie(next)
    setPreferences(next)
  }, [])
  return [preferences, prefer]
}
