import type { JSX } from 'preact'
import type { PageProps } from '../view/page.ts'
import type { PredictionNow } from './prediction.ts'
import type { PredictionMessages } from './messages/prediction-messages.ts'

/** Renders how far past predictions were off at this point, or why there is no prediction. */
export function PredictionNote({
  page: { messages, format },
  now,
}: {
  readonly page: PageProps
  readonly now: PredictionNow
}): JSX.Element | undefined {
  const text = describeAccuracy(messages.predictions, now, (part) => format.share(part))
  return text === undefined ? undefined : <p class="quiet">{text}</p>
}

/**
 * Returns how good the newest prediction is, or why there is none; `undefined` if neither is known.
 */
export function describeAccuracy(
  messages: PredictionMessages,
  { prediction, unknown }: PredictionNow,
  share: (part: number) => string,
): string | undefined {
  if (prediction === undefined) return unknown && messages.none[unknown]
  if (prediction.estimates.size === 0) {
    const [first] = prediction.unknown.values()
    return first && messages.none[first]
  }
  if (prediction.isRateOnly) return messages.aboutRate
  return prediction.medianError === undefined
    ? messages.unmeasured
    : messages.offBy(share(prediction.medianError))
}
