import type { JSX } from 'preact'
import type { PortalApplication } from '../../../src/portal/contract/shapes.ts'
import { usePortal } from '../layout/portal-context.ts'
import { Field } from '../components/field.tsx'
import { keyNameWithId } from '../keys/key-state.ts'
import type { UsageMessages } from './messages/en.ts'
import { USAGE_RANGES, type UsageRange } from './usage-range.ts'

/** Selection of the shown usage. */
export interface UsageView {
  readonly range: UsageRange
  readonly applicationId: string | undefined
  readonly keyId: string | undefined
}

/** Renders the filters for range, application and key, which the URL stores. */
export function UsageFilters({
  view,
  applications,
  messages,
}: {
  readonly view: UsageView
  /** `undefined` while loading. */
  readonly applications: readonly PortalApplication[] | undefined
  readonly messages: UsageMessages
}): JSX.Element {
  const { setQuery } = usePortal()
  const { range, applicationId, keyId } = view
  const shown = (applications ?? []).filter(
    (one) => applicationId === undefined || one.applicationId === applicationId,
  )
  return (
    <div class="usage-filters">
      <fieldset>
        <legend>{messages.range}</legend>
        <div class="segmented">
          {USAGE_RANGES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="range"
                value={one}
                checked={one === range}
                onChange={() => setQuery({ range: one === '24h' ? undefined : one })}
              />
              {messages.ranges[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={messages.application}>
        {(field) => (
          <select
            {...field}
            value={applicationId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setQuery({ application: value === '' ? undefined : value, key: undefined })
            }
          >
            <option value="">{messages.allApplications}</option>
            {(applications ?? []).map((one) => (
              <option key={one.applicationId} value={one.applicationId}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={messages.key}>
        {(field) => (
          <select
            {...field}
            value={keyId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setQuery({ key: value === '' ? undefined : value })
            }
          >
            <option value="">{messages.allKeys}</option>
            {shown.flatMap((application) =>
              application.keys.map((key) => (
                <option key={key.keyId} value={key.keyId}>
                  {keyNameWithId(key)}
                </option>
              )),
            )}
          </select>
        )}
      </Field>
    </div>
  )
}
