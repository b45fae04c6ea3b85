import type { JSX } from 'preact'
import { DAY_MS } from '../../../src/platform/time/time-units.ts'
import { portalNowMs } from '../api/api-client.ts'
import { useMessages, usePortal } from '../layout/portal-context.ts'
import { Field } from '../components/field.tsx'

/** Lifetime of a key in days; `undefined`: unlimited. */
export type Lifetime = number | undefined

/** Default lifetime in days: limits the damage of a lost key without frequent rotation. */
export const LIFETIME_DEFAULT = 90

const LIFETIMES: readonly Lifetime[] = [1, 7, 30, LIFETIME_DEFAULT, 180, 365, undefined]

/** Returns when a key with this lifetime expires, in Unix ms. */
export function endOf(lifetime: number): number {
  return portalNowMs() + lifetime * DAY_MS
}

/** Renders the select of a key's lifetime, with its end. */
export function LifetimeField({
  label,
  value,
  onValue,
}: {
  readonly label: string
  readonly value: Lifetime
  readonly onValue: (value: Lifetime) => void
}): JSX.Element {
  const { format } = usePortal()
  const messages = useMessages().keys
  const until = value === undefined ? '' : messages.until(format.day(endOf(value)))
  return (
    <Field label={label} hint={`${until} ${messages.lifetimeHint}`.trim()}>
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
                ? messages.lifetimes.never
                : messages.lifetimes.days(one, format.number(one))}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
