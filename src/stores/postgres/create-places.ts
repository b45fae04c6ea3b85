/** Places of which so many are taken at one time; who finds none waits, in the order of coming. */
export interface Places {
  take(): Promise<void>
  /** Gives one back, which somebody has taken. */
  free(): void
}

/** Makes places. */
export function createPlaces(places: number): Places {
  const waiting: (() => void)[] = []
  let left = places
  return {
    take: () => {
      if (left === 0) return new Promise((resolve) => waiting.push(resolve))
      left -= 1
      return Promise.resolve()
    },
    free: () => {
      const next = waiting.shift()
      if (next === undefined) left += 1
      else next()
    },
  }
}
