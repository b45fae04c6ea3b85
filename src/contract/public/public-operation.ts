import type { Askable, Checked } from '../operation.ts'
import type { AnyParameter } from '../parameter.ts'
import type { PublicEnvelopeName } from './messages.ts'

/** The types of pictures. */
export const PICTURE_TYPES = ['image/png', 'image/svg+xml'] as const

/** One of {@link PICTURE_TYPES}. */
export type PictureType = (typeof PICTURE_TYPES)[number]

/**
 * What a public operation answers with: a message, a picture, a stream of events that lasts until its client leaves, or the
 * bytes of a file. A message is one value, in JSON; a picture is drawn for who has not got it yet (`PublicPicture`); the other
 * two come in pieces (`PublicStream`).
 */
export type PublicResponseName =
  PublicEnvelopeName | PictureType | 'text/event-stream' | 'application/gzip'

/** One thing that anybody can ask for, as the table declares it. */
export interface PublicDeclaration extends Askable {
  readonly summary: string
  readonly response: PublicResponseName
}

/** Declares one public operation. A misspelt name in a path does not compile. */
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
