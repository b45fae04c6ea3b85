import { readSessionKey, storeSessionKey } from '../../shared/session-key.ts'
import type { RequestForm } from './request-form.ts'

/** Where the values of this tab are stored: those of all operations, by the name of a parameter. */
const VALUES = 'backline-try-values'

/** Fills in the values that were filled in last, for parameters of any operation, and the key of
 * this tab. */
export function restoreValues(form: RequestForm): void {
  const values = readValues()
  for (const [name, field] of form.fields()) {
    const value = values[name]
    if (value === undefined) continue
    const isPossible =
      field instanceof HTMLInputElement || [...field.options].some((one) => one.value === value)
    if (isPossible) field.value = value
  }
  if (form.key !== null) form.key.value = readSessionKey() ?? ''
}

/** Stores what is filled in, so that the next operation starts with it. */
export function storeValues(form: RequestForm): void {
  const filled = [...form.fields()].map(([name, { value }]) => [name, value] as const)
  const values = { ...readValues(), ...Object.fromEntries(filled) }
  // An empty field must not empty that of an operation that requires the parameter.
  const given = Object.entries(values).filter(([, value]) => value !== '')
  write(VALUES, JSON.stringify(Object.fromEntries(given)))
  // An incomplete key is not stored.
  if (form.key !== null) storeSessionKey(form.key.value)
}

function readValues(): Readonly<Record<string, string>> {
  const text = read(VALUES)
  return text === undefined ? {} : (JSON.parse(text) as Record<string, string>)
}

function read(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function write(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // A browser without storage forgets the values when the page changes.
  }
}
