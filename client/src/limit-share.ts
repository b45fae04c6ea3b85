/** The part of the developer's limits that this client uses. */
export interface LimitShare {
  /** Returns the part of a limit: at least 1. */
  partOf(limit: number): number
  /**
   * Until when other processes may use larger parts; -Infinity: they do not. Until a minute starts
   * after it, requests are spread evenly.
   */
  readonly settlesAtMs: number
}

/** All of the limits. */
export const WHOLE: LimitShare = { partOf: (limit) => limit, settlesAtMs: -Infinity }

/** Returns a fixed share such as `1/3`, or `undefined` if the text is none. */
export function parseShare(text: string): LimitShare | undefined {
  const [, part, whole] = (/^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? []).map(Number)
  if (part === undefined || whole === undefined || part > whole) return undefined
  return {
    partOf: (limit) => Math.max(1, Math.floor((limit * part) / whole)),
    settlesAtMs: -Infinity,
  }
}
