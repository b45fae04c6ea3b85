/** Returns a bundler plugin that calls `onInput` with the path of each module that is loaded. */
export function listInputs(onInput: (path: string) => void): {
  readonly name: string
  readonly load: (id: string) => void
} {
  return { name: 'list-inputs', load: (id) => onInput(id.split('?')[0] ?? id) }
}
