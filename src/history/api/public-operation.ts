import type { OperationSpec, Checked } from '../../api/operation.ts'
import type { AnyParameter } from '../../api/parameter.ts'
import type { PublicEnvelopeName } from './public-messages.ts'

/** The content types of charts. */
export const CHART_TYPES = ['image/png', 'image/svg+xml'] as const

/** One of {@link CHART_TYPES}. */
export type ChartType = (typeof CHART_TYPES)[number]

/** The content types of feeds and calendars. */
export const FEED_TYPES = [
  'application/atom+xml',
  'application/feed+json',
  'text/calendar',
] as const

/** One of {@link FEED_TYPES}. */
export type FeedType = (typeof FEED_TYPES)[number]

/**
 * The response of a public operation: the name of a JSON message, the content type of a chart
 * (`PublicChart`) or of a feed (`PublicAnswer`), a stream of events that lasts until its client
 * disconnects, or a file (both `PublicStream`).
 */
export type PublicResponseName =
  PublicEnvelopeName | ChartType | FeedType | 'text/event-stream' | 'application/gzip'

/** One public operation, as the table declares it. */
export interface PublicDeclaration extends OperationSpec {
  readonly summary: string
  readonly response: PublicResponseName
}

/** Declares one public operation. A misspelled parameter name in a path does not compile. */
export function publicOperation<
  const Parameters extends Readonly<Record<string, AnyParameter>>,
  const Form extends string,
  const Response extends PublicResponseName,
>(declaration: {
  summary: string
  parameters: Parameters
  form: Checked<Form, keyof Parameters>
  response: Response
  timeRange?: readonly [from: keyof Parameters & string, until: keyof Parameters & string]
}) {
  const { form, ...rest } = declaration
  return { ...rest, forms: [form] } as Omit<typeof declaration, 'form'> & {
    readonly parameters: Parameters
    readonly forms: readonly [Form]
    readonly response: Response
  }
}
