import type { JSX } from 'preact'
import { DAY_MS } from '../../../src/domain/time-units.ts'
import { portalNowMs } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Field } from '../parts/field.tsx'
import { KEY_TEXTS } from './texts/key-texts.ts'

/** Days for which a key can be good; `undefined`: for ever. */
export type Lifetime = number | undefined

/** Long enough to forget about it for a season, short enough that a key that was lost does not work for years. */
export const LIFETIME_DEFAULT = 90

const LIFETIMES: readonly Lifetime[] = [1, 7, 30, LIFETIME_DEFAULT, 180, 365, undefined]

/** When a key ends that is good for so long from now, in Unix ms. */
export function endOf(lifetime: number): number {
  return portalNowMs() + lifetime * DAY_MS
}

/** How long a key is good, and until when that is. */
export function LifetimeField({
  label,
  value,
  onValue,
}: {
  readonly label: string
  readonly value: Lifetime
  readonly onValue: (value: Lifetime) => void
}): JSX.Element {
  const { lang, format } = usePortal()
  const words = KEY_TEXTS[lang]
  const until = value === undefined ? '' : words.until(format.day(endOf(value)))
  return (
    <Field label={label} hint={`${until} ${words.lifetimeHint}`.trim()}>
      {(props) => (
        <select
          {...props}
          value={String(value)}
          onChange={({ currentTarget }) =>
            onValue(LIFETIMES.find((one) => String(one) === currentTarget.value))
          }
        >
          {LIFETIMES.map((one) => (
            <option key={one} value={String(one)}>
              {one === undefined
                ? words.lifetimes.never
                : words.lifetimes.days(one, format.number(one))}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
