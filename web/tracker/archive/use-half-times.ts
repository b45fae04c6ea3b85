import { useEffect, useRef, useState } from 'preact/hooks'
import type { GameRun } from '../data/parse-message.ts'
import { runName } from '../data/run-name.ts'
import { loadHalfTimePrediction } from '../predictions/load-prediction.ts'
import type { RunPrediction } from '../predictions/prediction.ts'

/** Requests at a time. */
const AT_ONCE = 4

/** Runs of which predictions are loaded at most. */
const RUNS_MAX = 200

/** By name of the run; `undefined` if none was made at half time. */
export type HalfTimes = ReadonlyMap<string, RunPrediction | undefined>

/** Loads what was predicted at half time of each run, once that is wanted. */
export function useHalfTimes(
  runs: readonly GameRun[],
  ranks: readonly number[],
  isWanted: boolean,
): HalfTimes {
  const [known, setKnown] = useState<HalfTimes>(new Map())
  const asked = useRef(new Set<string>())
  const names = runs.map(runName).join(' ')
  useEffect(() => {
    if (!isWanted || ranks.length === 0) return undefined
    const abort = new AbortController()
    const open = runs.slice(0, RUNS_MAX).filter((run) => !asked.current.has(runName(run)))
    const loadAll = async () => {
      for (let run = open.shift(); run !== undefined; run = open.shift()) {
        const name = runName(run)
        try {
          const prediction = await loadHalfTimePrediction(run, ranks, abort.signal)
          if (abort.signal.aborted) return
          asked.current.add(name)
          setKnown((before) => new Map(before).set(name, prediction))
        } catch {
          // The button asks again.
          return
        }
      }
    }
    for (let one = 0; one < AT_ONCE; one += 1) void loadAll()
    return () => abort.abort()
  }, [isWanted, names, ranks.join(',')])
  return known
}
