// What of TypeBox is used to say what a message looks like.
export * as Type from './parts/typebox.ts'
export type { Static, TObject, TProperties, TSchema } from 'typebox'
