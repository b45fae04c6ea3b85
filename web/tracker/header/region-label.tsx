import type { JSX } from 'preact'
import type { Region } from '../../shared/i18n/regions.ts'

/** Renders the color of a region with its name, or its code where room is short. */
export function RegionLabel({
  region,
  name,
}: {
  readonly region: Region
  readonly name: string
}): JSX.Element {
  return (
    <>
      <span class="region-dot" data-region={region} />
      <abbr aria-hidden="true">{region}</abbr>
      <span class="region-name">{name}</span>
    </>
  )
}
