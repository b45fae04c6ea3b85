/**
 * Makes what joins equal work: while what `make` began for a key is under way, whoever asks for the same key gets the same promise.
 * What is over, even by failing, is forgotten, and the next one begins anew.
 */
export function createJoin<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>()
  return (key, make) => {
    const known = underWay.get(key)
    if (known !== undefined) return known
    const mine = make().finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return mine
  }
}
