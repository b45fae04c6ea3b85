import type { JSX } from 'preact'
import type { ReplyOf } from '../api/ask-portal.ts'
import { usePortal } from '../frame/portal-context.ts'
import { DataTable } from '../parts/data-table.tsx'
import { sharingOf } from './sharing-of.ts'
import type { OperatorTexts } from './texts/en.ts'
import { wordOf } from '../../words/word-of.ts'

/** How each region is: its gateway, what was asked of the game, what was shared, and how old the answers were. */
export function RegionTable({
  regions,
  texts: { service: texts },
}: {
  readonly regions: ReplyOf<'operator.service'>['regions']
  readonly texts: OperatorTexts
}): JSX.Element {
  const { lang, format, texts: frame } = usePortal()
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 })
  const seconds = new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
  const age = (ms: number | undefined) =>
    ms === undefined ? texts.none : seconds.format(ms / 1_000)
  return (
    <section>
      <h2>{texts.regions}</h2>
      <DataTable
        caption={texts.regions}
        heads={[
          texts.region,
          texts.gateway,
          { text: texts.inFlight, isNumber: true },
          { text: texts.waiting, isNumber: true },
          { text: texts.answers, isNumber: true },
          { text: texts.shared, isNumber: true },
          { text: texts.calls, isNumber: true },
          { text: texts.failures, isNumber: true },
          { text: texts.meanAge, isNumber: true },
          { text: texts.maxAge, isNumber: true },
        ]}
      >
        {regions.map((one) => {
          const share = sharingOf(one)
          return (
            <tr key={one.region}>
              <th scope="row">{frame.regions[one.region]}</th>
              <td class={`operator-state ${one.gateway}`}>
                {wordOf(texts.gatewayStates, one.gateway)}
              </td>
              <td class="number">{format.number(one.callsInFlight)}</td>
              <td class="number">{format.number(one.callsWaiting)}</td>
              <td class="number">{format.number(one.answers)}</td>
              <td class="number">
                {share === undefined
                  ? texts.none
                  : texts.sharedOf(
                      percent.format(share),
                      format.number(one.cacheHits),
                      format.number(one.joined),
                    )}
              </td>
              <td class="number">{format.number(one.upstreamCalls)}</td>
              <td class="number">{format.number(one.upstreamFailures)}</td>
              <td class="number">{age(one.meanAgeMs)}</td>
              <td class="number">{age(one.maxAgeMs)}</td>
            </tr>
          )
        })}
      </DataTable>
      <p class="quiet">
        {texts.regionsHelp} {texts.sharedHelp}
      </p>
    </section>
  )
}
