interface ImportMeta {
  readonly env: {
    /** Whether this is the bundle that the server renders first screens with. */
    readonly SSR: boolean
  }
}
