import type { JSX } from 'preact'
import type { PortalApplication } from '../../../src/portal/contract/shapes.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Field } from '../parts/field.tsx'
import type { UsageTexts } from './texts/en.ts'
import { USAGE_RANGES, type UsageRange } from './usage-range.ts'

/** What usage is shown of. */
export interface UsageView {
  readonly range: UsageRange
  readonly applicationId: string | undefined
  readonly keyId: string | undefined
}

/** Chooses the time, the application and the key; each choice is in the link of the page. */
export function UsageFilters({
  view,
  applications,
  texts,
}: {
  readonly view: UsageView
  /** `undefined`: not known yet. */
  readonly applications: readonly PortalApplication[] | undefined
  readonly texts: UsageTexts
}): JSX.Element {
  const { setQuery } = usePortal()
  const { range, applicationId, keyId } = view
  const shown = (applications ?? []).filter(
    (one) => applicationId === undefined || one.applicationId === applicationId,
  )
  return (
    <div class="usage-filters">
      <fieldset>
        <legend>{texts.range}</legend>
        {USAGE_RANGES.map((one) => (
          <label key={one} class="usage-range">
            <input
              type="radio"
              name="range"
              value={one}
              checked={one === range}
              onChange={() => setQuery({ range: one === '24h' ? undefined : one })}
            />{' '}
            {texts.ranges[one]}
          </label>
        ))}
      </fieldset>
      <Field label={texts.application}>
        {(field) => (
          <select
            {...field}
            value={applicationId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setQuery({ application: value === '' ? undefined : value, key: undefined })
            }
          >
            <option value="">{texts.allApplications}</option>
            {(applications ?? []).map((one) => (
              <option key={one.applicationId} value={one.applicationId}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.key}>
        {(field) => (
          <select
            {...field}
            value={keyId ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setQuery({ key: value === '' ? undefined : value })
            }
          >
            <option value="">{texts.allKeys}</option>
            {shown.flatMap((application) =>
              application.keys.map((key) => (
                <option key={key.keyId} value={key.keyId}>
                  {key.name} ({key.keyId})
                </option>
              )),
            )}
          </select>
        )}
      </Field>
    </div>
  )
}
