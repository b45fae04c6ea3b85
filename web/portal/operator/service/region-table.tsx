import type { JSX } from 'preact'
import { Badge } from '../../../shared/components/badge.tsx'
import type { ApiReply } from '../../api/api-client.ts'
import { usePortal } from '../../layout/portal-context.ts'
import { DataTable } from '../../components/data-table.tsx'
import { sharingOf } from './sharing-of.ts'
import { stateTone } from '../state-tones.ts'
import type { OperatorMessages } from '../messages/en.ts'
import { labelOf } from '../../../shared/i18n/label-of.ts'

/** Renders the state of each region: gateway, calls, sharing and age of responses. */
export function RegionTable({
  regions,
  messages: { service: messages },
}: {
  readonly regions: ApiReply<'operator.service'>['regions']
  readonly messages: OperatorMessages
}): JSX.Element {
  const { lang, format, common } = usePortal()
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 })
  const seconds = new Intl.NumberFormat(lang, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
  const age = (ms: number | undefined) =>
    ms === undefined ? messages.none : seconds.format(ms / 1_000)
  return (
    <section>
      <h2>{messages.regions}</h2>
      <DataTable
        caption={messages.regions}
        heads={[
          messages.region,
          messages.gateway,
          { text: messages.inFlight, isNumber: true },
          { text: messages.waiting, isNumber: true },
          { text: messages.answers, isNumber: true },
          { text: messages.shared, isNumber: true },
          { text: messages.calls, isNumber: true },
          { text: messages.failures, isNumber: true },
          { text: messages.meanAge, isNumber: true },
          { text: messages.maxAge, isNumber: true },
        ]}
      >
        {regions.map((one) => {
          const share = sharingOf(one)
          return (
            <tr key={one.region}>
              <th scope="row">{common.regions[one.region]}</th>
              <td>
                <Badge tone={stateTone(one.gateway)}>
                  {labelOf(messages.gatewayStates, one.gateway)}
                </Badge>
              </td>
              <td class="number">{format.number(one.callsInFlight)}</td>
              <td class="number">{format.number(one.callsWaiting)}</td>
              <td class="number">{format.number(one.answers)}</td>
              <td class="number">
                {share === undefined
                  ? messages.none
                  : messages.sharedOf(
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
        {messages.regionsHelp} {messages.sharedHelp}
      </p>
    </section>
  )
}
