/** The subset of JSON Schema that message declarations use. */
export interface MessageSchema {
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, MessageSchema>>
  readonly additionalProperties?: MessageSchema | false
  readonly items?: MessageSchema
  readonly anyOf?: readonly MessageSchema[]
  readonly enum?: readonly string[]
}
